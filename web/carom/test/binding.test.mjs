// The TypeScript lists of the engine's functions are the modules' own.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';
import {FUNCTIONS, TOOLS, VIEWS} from '../dist/binding.js';
import {init, VIEW_FIELDS} from '../dist/index.js';

const engine = await init();

test('every function of the lists is in the modules that have to have it', async () => {
  const modules = [[engine, false], [await init({tools: true}), true], [await init({threads: 2}), true]];
  for (const [one, tools] of modules) {
    assert.equal(one.hasTools, tools);
    for (const name of Object.keys(FUNCTIONS)) assert.equal(typeof one.binding[`_${name}`], 'function', name);
    for (const name of Object.keys(TOOLS)) assert.equal(typeof one.binding[`_${name}`], tools ? 'function' : 'undefined', name);
    one.close();
  }
  assert.ok(Object.keys(FUNCTIONS).length > 50 && Object.keys(TOOLS).length > 5);
});

test('the sources export the functions of the lists and no others, with as many parameters', () => {
  const folder = new URL('../../../src/web/', import.meta.url);
  const found = {};
  for (const file of readdirSync(folder).filter(name => name.endsWith('.cpp'))) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    for (const [, name, parameters] of text.matchAll(/CAROM_WEB\([^)]*\)\s*(\w+)\(([^)]*)\)/g))
      found[name] = parameters.trim() === '' ? 0 : parameters.split(',').length;
  }
  const sorted = list => Object.fromEntries(Object.entries(list).sort());
  assert.deepEqual(sorted(found), sorted({...FUNCTIONS, ...TOOLS}));
});

test('views have the strides that the engine says, and a name for each value', () => {
  for (const [name, [kind, integers, numbers]] of Object.entries(VIEWS)) {
    assert.equal(engine.binding._carom_view_strides(kind), integers | (numbers << 16), name);
    const fields = VIEW_FIELDS[name];
    assert.equal(fields.indexOf('|'), integers, name);
    assert.equal(fields.length - 1 - integers, numbers, name);
  }
  assert.equal(engine.binding._carom_view_strides(Object.keys(VIEWS).length), 0);
});

test('the code uses four lanes of WebAssembly', () => {
  // f32x4.mul and f32x4.add, as in the contact solver: fd e6 01 and fd e4 01.
  const bytes = readFileSync(new URL('../dist/carom.wasm', import.meta.url));
  const count = opcode => {
    let found = 0;
    for (let at = bytes.indexOf(opcode); at >= 0; at = bytes.indexOf(opcode, at + 1)) ++found;
    return found;
  };
  assert.ok(count(Buffer.from([0xfd, 0xe6, 0x01])) > 1000);
  assert.ok(count(Buffer.from([0xfd, 0xe4, 0x01])) > 1000);
});

test('the code is no larger than it may be', async t => {
  const {brotliCompressSync} = await import('node:zlib');
  // The goal is 1.5 MB, and less than 600 kB compressed; with tools what they have come to, and a little room.
  for (const [name, most, mostCompressed] of [['carom.wasm', 1.5e6, 520e3], ['carom_tools.wasm', 1.79e6, 610e3], ['carom_threads.wasm', 1.81e6, 610e3]]) {
    const bytes = readFileSync(new URL(`../dist/${name}`, import.meta.url));
    const compressed = brotliCompressSync(bytes).byteLength;
    t.diagnostic(`${name}: ${bytes.byteLength} bytes, ${compressed} with brotli`);
    assert.ok(bytes.byteLength < most, `${bytes.byteLength} bytes`);
    assert.ok(compressed < mostCompressed, `${compressed} bytes compressed`);
  }
});

test('the time to start is printed', async t => {
  // In a program of its own, in which nothing has been compiled: from nothing to a world that has made its first step.
  const {execFileSync} = await import('node:child_process');
  const program = `
    const start = performance.now();
    const {init, Scene, World} = await import(${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)});
    const {readFileSync} = await import('node:fs');
    const engine = await init();
    const ready = performance.now();
    const read = name => new Uint8Array(readFileSync(new URL(name, ${JSON.stringify(new URL('../../../scenes/', import.meta.url).href)})));
    const world = new World(await Scene.load(engine, read('stack.gltf'), {resolve: read}));
    world.step();
    console.log(JSON.stringify([ready - start, performance.now() - ready, world.stepCount]));`;
  const runs = Array.from({length: 3}, () => JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], {encoding: 'utf8'})));
  const [init, world] = [0, 1].map(k => Math.min(...runs.map(run => run[k])));
  t.diagnostic(`carom.wasm: starts in ${init.toFixed(0)} ms in node, first world and step ${world.toFixed(0)} ms (least of three)`);
  assert.ok(runs.every(([, , steps]) => steps === 1));
});
