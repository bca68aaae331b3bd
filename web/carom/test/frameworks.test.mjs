// The examples for three.js and Babylon.js: short, compiled strictly, and their nodes move as the engine says.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {NullEngine} from '@babylonjs/core/Engines/nullEngine.js';
import {bake, init, Scene, World} from 'carom-physics';
import {root} from './shipped_scenes.mjs';
import {load as loadBabylon} from '../examples/built/babylon.js';
import {load as loadThree} from '../examples/built/three.js';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const engine = await init();

// Self-contained: a .glb of a scene with buffers beside it, without motion.
async function selfContained(name) {
  const file = path.join(root, 'scenes', name);
  const {files} = await bake(engine, new Uint8Array(readFileSync(file)), {
    seconds: 0, resolve: uri => new Uint8Array(readFileSync(path.join(path.dirname(file), uri))),
  });
  return files.get('baked.glb');
}

test('examples are under 40 lines', () => {
  for (const name of ['three', 'babylon']) {
    const text = readFileSync(new URL(`../examples/${name}.ts`, import.meta.url), 'utf8');
    assert.ok(text.split('\n').length <= 40, name);
  }
});

async function expectedPoses(bytes, steps) {
  const scene = await Scene.load(engine, bytes);
  const world = new World(scene);
  world.step(steps);
  const view = world.motionNodes;
  const poses = Array.from({length: view.count}, (_, i) => ({
    node: scene.description.nodes[view.integers[i]].name,
    local: [...view.numbers.subarray(14 * i + 7, 14 * i + 14)],
  }));
  world.free();
  scene.free();
  return poses;
}

const near = (a, b, what) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-6, `${what}: ${a} and ${b}`));

for (const name of ['shapes.gltf', 'platform.gltf']) {
  test(`three.js: the nodes of ${name} are where the engine has them`, async () => {
    const bytes = await selfContained(name);
    const {gltf, physics} = await loadThree(engine, bytes.buffer);
    physics.interpolate = false;
    assert.equal(physics.update(2 / 60 + 1e-6), 2);
    assert.equal(physics.update(8 / 60), 8);
    for (const {node, local} of await expectedPoses(bytes, 10)) {
      const object = gltf.scene.getObjectByName(node.replaceAll(' ', '_'));
      assert.ok(object, node);
      near([...object.position.toArray(), ...object.quaternion.toArray()], local, node);
    }
    physics.dispose();
  });

  test(`Babylon.js: the nodes of ${name} are where the engine has them`, async () => {
    const bytes = await selfContained(name);
    const {scene, physics} = await loadBabylon(engine, bytes, new NullEngine());
    physics.interpolate = false;
    assert.equal(physics.update(8 / 60 + 1e-6), 8);
    for (const {node, local} of await expectedPoses(bytes, 8)) {
      const found = scene.getNodeByName(node);
      assert.ok(found, node);
      const {position: p, rotationQuaternion: q} = found;
      near([p.x, p.y, p.z, q.x, q.y, q.z, q.w], local, node);
    }
    physics.dispose();
  });
}

test('between steps the pose is between theirs, and a long pause makes few steps', async () => {
  const bytes = await selfContained('stack.gltf');
  const {gltf, physics} = await loadThree(engine, bytes.buffer);
  const {world} = physics;
  const first = world.bodies.integers[0];
  world.setLinearVelocity(first, [0, 6, 0]);
  physics.sync();
  const before = world.bodies.numbers[1];
  assert.equal(physics.update(1.5 / 60), 1);
  const after = world.bodies.numbers[1];
  const {name} = physics.scene.description.nodes[first];
  const shown = gltf.scene.getObjectByName(name.replaceAll(' ', '_')).position.y;
  assert.ok(Math.abs(shown - (before + after) / 2) < 1e-4);
  assert.equal(physics.update(100), physics.maxSteps);
  physics.paused = true;
  assert.equal(physics.update(1), 0);
  physics.dispose();
});
