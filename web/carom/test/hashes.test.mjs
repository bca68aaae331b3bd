// The same states as the program's, bit for bit.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';
import {init, Scene, World} from '../dist/index.js';
import {fromDisk, nativeHash, read, scenes, sharedScenes} from './shipped_scenes.mjs';

const engine = await init();

async function hashAfter(file, steps, settings) {
  const scene = await Scene.load(engine, read(file), fromDisk(file));
  const world = new World(scene, settings);
  try {
    world.step(steps);
    return world.hash;
  } finally {
    world.free();
    scene.free();
  }
}

test('there are scenes', () => assert.ok(scenes.length > 10));

for (const file of scenes) {
  test(`${path.basename(file)}: 120 steps give the native hash`, async () => {
    assert.equal(await hashAfter(file, 120), await nativeHash(file, '--seconds', '2'));
  });
}

test('settings reach the engine', async () => {
  const file = scenes.find(name => name.endsWith('shapes.gltf'));
  const native = await nativeHash(file, '--seconds', '1', '--rate', '120', '--substeps', '7', '--gravity', '1,-5,0.5', '--no-sleep');
  const settings = {timeStep: 1 / 120, substeps: 7, gravity: [1, -5, 0.5], sleeping: false};
  assert.equal(await hashAfter(file, 120, settings), native);
  assert.notEqual(await hashAfter(file, 120), native);
});

test('files from beside the project give the native hash', {skip: sharedScenes.length === 0}, async () => {
  let compared = 0;
  for (const file of sharedScenes) {
    let ours;
    try {
      ours = await hashAfter(file, 30);
    } catch {
      continue;  // Broken on purpose, or compressed; the program's tests look at those.
    }
    assert.equal(ours, await nativeHash(file, '--seconds', '0.5'), file);
    compared += 1;
  }
  assert.ok(compared > 20, `${compared} compared`);
});
