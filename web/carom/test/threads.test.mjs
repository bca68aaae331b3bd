// Threads give the same bits, in node and in Chromium, and where there are none the engine says so.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {launch, serve} from '../../viewer/test/browser.mjs';
import {init, Scene, World} from '../dist/index.js';
import {fromDisk, nativeHash, read, root, scenes} from './shipped_scenes.mjs';

const STEPS = 120;
const nativeHashes = new Map();
before(async () => {
  for (const file of scenes) nativeHashes.set(file, await nativeHash(file, '--seconds', '2'));
});

async function hashOf(engine, file, settings) {
  const scene = await Scene.load(engine, read(file), fromDisk(file));
  const world = new World(scene, settings);
  world.step(STEPS);
  const {hash} = world;
  world.free();
  scene.free();
  return hash;
}

for (const threads of [1, 2, 4]) {
  test(`${threads} threads in node give the native hashes`, async () => {
    const engine = await init({threads});
    assert.equal(engine.threads, threads);
    assert.equal(engine.threadObstacle, undefined);
    for (const file of scenes) assert.equal(await hashOf(engine, file), nativeHashes.get(file), file);
    engine.close();
  });
}

test('a world may use the calling thread alone', async () => {
  const engine = await init({threads: 3});
  const file = scenes.find(name => name.endsWith('bowl.gltf'));
  assert.equal(await hashOf(engine, file, {threads: 1}), nativeHashes.get(file));
  engine.close();
});

test('views follow the memory when it grows', async () => {
  const engine = await init({threads: 2});
  const file = scenes.find(name => name.endsWith('bowl.gltf'));
  const scene = await Scene.load(engine, read(file), fromDisk(file));
  const first = engine.memoryBytes;
  const worlds = [];
  while (engine.memoryBytes === first) {
    assert.ok(worlds.length < 2000);
    worlds.push(new World(scene));
    worlds.at(-1).step();
  }
  for (const world of [worlds[0], worlds.at(-1)]) {
    const {count, numbers} = world.bodies;
    assert.ok(count > 10);
    assert.ok(numbers.buffer instanceof SharedArrayBuffer);
    for (let i = 0; i < count; ++i) assert.ok(Math.abs(Math.hypot(...numbers.slice(16 * i + 3, 16 * i + 7)) - 1) < 1e-9);
  }
  engine.close();
});

test('where a thread has failed, a step is an error, and other engines go on', async () => {
  const engine = await init({threads: 2});
  const file = scenes.find(name => name.endsWith('bowl.gltf'));
  assert.equal(await hashOf(engine, file), nativeHashes.get(file));
  engine.binding._carom_threads_give_up();
  await assert.rejects(hashOf(engine, file), WebAssembly.RuntimeError);
  engine.close();
  assert.equal(await hashOf(await init({threads: 2}), file), nativeHashes.get(file));
});

test('engines with threads live beside each other', async () => {
  const engines = await Promise.all([init({threads: 2}), init({threads: 2}), init()]);
  const file = scenes.find(name => name.endsWith('stack.gltf'));
  for (const engine of engines) assert.equal(await hashOf(engine, file), nativeHashes.get(file));
  engines.forEach(engine => engine.close());
});

test('a number of threads that cannot be is refused', async () => {
  for (const threads of [0, -1, 1.5, 65, NaN]) await assert.rejects(init({threads}), RangeError);
});

test('threads do not keep a program alive', () => {
  const index = new URL('../dist/index.js', import.meta.url);
  const program = `const {init} = await import(${JSON.stringify(index.href)}); console.log((await init({threads: 3})).threads);`;
  assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', program], {timeout: 60000, encoding: 'utf8'}).trim(), '3');
});

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
let browser;
after(() => browser?.close());

/** What a page comes to that asks for so many threads. */
async function inChromium(isolated, threads, names) {
  browser ??= await launch();
  const server = await serve(root, '/', isolated);
  const page = await browser.newPage();
  try {
    await page.goto(`${server.url}web/package.json`);  // Any document of that origin.
    return await page.evaluate(async ({entry, threads, names, steps}) => {
      const {init, Scene, World} = await import(entry);
      const engine = await init({threads});
      const get = async name => new Uint8Array(await (await fetch(`/scenes/${name}`)).arrayBuffer());
      const hashes = [];
      for (const name of names) {
        const folder = name.slice(0, name.lastIndexOf('/') + 1);
        const scene = await Scene.load(engine, await get(name), {name, resolve: uri => get(folder + decodeURIComponent(uri))});
        const world = new World(scene);
        world.step(steps);
        hashes.push(world.hash);
        world.free();
        scene.free();
      }
      const {threads: got, threadObstacle} = engine;
      engine.close();
      return {isolated: crossOriginIsolated, got, threadObstacle, hashes};
    }, {entry: `/${path.relative(root, path.join(here, 'dist', 'index.js'))}`, threads, names, steps: STEPS});
  } finally {
    await page.close();
    await server.close();
  }
}
const names = scenes.map(file => path.relative(path.join(root, 'scenes'), file));
const native = () => scenes.map(file => nativeHashes.get(file));

for (const threads of [2, 4]) {
  test(`${threads} threads in an isolated page in Chromium give the native hashes`, async () => {
    const {isolated, got, threadObstacle, hashes} = await inChromium(true, threads, names);
    assert.deepEqual([isolated, got, threadObstacle], [true, threads, undefined]);
    assert.deepEqual(hashes, native());
  });
}

test('a page that is not isolated gets one thread, and is told why', async () => {
  const {isolated, got, threadObstacle, hashes} = await inChromium(false, 4, names.slice(0, 3));
  assert.deepEqual([isolated, got], [false, 1]);
  assert.match(threadObstacle, /not cross-origin isolated/);
  assert.deepEqual(hashes, native().slice(0, 3));
});

test('the time to start in Chromium is printed', async t => {
  browser ??= await launch();
  const server = await serve(root, '/', true);
  const entry = `/${path.relative(root, path.join(here, 'dist', 'index.js'))}`;
  const times = [];
  try {
    for (let i = 0; i < 3; ++i) {
      // A context of its own has compiled nothing yet.
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${server.url}web/package.json`);
      times.push(await page.evaluate(async entry => {
        const start = performance.now();
        const {init, Scene, World} = await import(entry);
        const engine = await init();
        const ready = performance.now();
        const get = async name => new Uint8Array(await (await fetch(`/scenes/${name}`)).arrayBuffer());
        const scene = await Scene.load(engine, await get('stack.gltf'), {resolve: get});
        const world = new World(scene);
        world.step();
        return [ready - start, performance.now() - ready, world.stepCount];
      }, entry));
      await context.close();
    }
  } finally {
    await server.close();
  }
  const [init, world] = [0, 1].map(k => Math.min(...times.map(time => time[k])));
  t.diagnostic(`carom.wasm: starts in ${init.toFixed(0)} ms in Chromium, first world and step ${world.toFixed(0)} ms (least of three)`);
  assert.ok(times.every(([, , steps]) => steps === 1));
});
