// Behaviour graphs and pointers: what the program does, and what a page sees of it.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';
import {bake, CaromError, init, Scene, World} from '../dist/index.js';
import {fromDisk, nativeHash, read, root} from './shipped_scenes.mjs';

const engine = await init();
const fileOf = name => path.join(root, 'scenes', `${name}.gltf`);
const load = name => Scene.load(engine, read(fileOf(name)), fromDisk(fileOf(name)));
async function inWorld(name, use, settings) {
  const scene = await load(name);
  const world = new World(scene, settings);
  try {
    return use(world, scene);
  } finally {
    world.free();
    scene.free();
  }
}

test('a graph runs by default, says what it logs, and can be left out', async () => {
  await inWorld('door', async world => {
    assert.ok(world.hasBehavior);
    const log = [];
    for (let i = 0; i < 120; ++i) {
      world.step();
      log.push(...world.messages.log);
    }
    assert.deepEqual(log.map(({text}) => text), ['node 5 comes']);
    assert.ok(Math.abs(log[0].time - 68 / 60) < 1e-9, `${log[0].time} s`);
    assert.match(log[0].pointer, /^\/extensions\/KHR_interactivity\/graphs\/0\/nodes\/\d+/);
  });
  await inWorld('door', async world => {
    assert.ok(!world.hasBehavior);
    assert.deepEqual(world.customEvents, []);
    assert.deepEqual(world.variables, []);
    world.step(120);
    assert.equal(world.hash, await nativeHash(fileOf('door'), '--seconds', '2', '--no-behavior'));
  }, {behavior: false});
});

test('an event from outside comes at its time, as with --event', async () => {
  await inWorld('kick', async world => {
    assert.ok(world.customEvents.some(event => event.id === 'kick'));
    assert.ok(world.send('kick', {}, 0.5));
    assert.ok(!world.send('kicked'), 'no such event');
    assert.ok(!world.send('kick', {strength: 2}), 'no such value');
    assert.ok(!world.send('kick', {}, NaN));
    world.step(120);
    assert.equal(world.hash, await nativeHash(fileOf('kick'), '--seconds', '2', '--event', 'kick@0.5'));
  });
});

test('the scale that a graph changes is seen, and a bake has the run of the graph', async () => {
  const platform = 1;
  await inWorld('growing', async world => {
    const scaleOf = () => {
      const {count, integers, numbers} = world.scales;
      const at = integers.subarray(0, count).indexOf(platform);
      return at < 0 ? undefined : [...numbers.subarray(3 * at, 3 * at + 3)];
    };
    const before = scaleOf();
    world.step(60);
    const after = scaleOf();
    assert.notDeepEqual(after, before);
    assert.deepEqual(world.get(`/nodes/${platform}/scale`).value, after);
  });
  const {hash, files} = await bake(engine, read(fileOf('growing')), {...fromDisk(fileOf('growing')), seconds: 2});
  assert.equal(hash, await nativeHash(fileOf('growing'), '--seconds', '2'));
  const glb = files.get('baked.glb');
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true))));
  const baked = json.animations.at(-1).channels.map(({target}) => `${target.node} ${target.path}`);
  assert.ok(baked.includes(`${platform} scale`), baked.join());
});

// An event with values of several types that the graph sends on under another name, and a variable that it sets.
const types = ['bool', 'int', 'float', 'float3'].map(signature => ({signature}));
const values = {on: {type: 0, value: [false]}, size: {type: 2, value: [1.5]}, place: {type: 3, value: [1, 2, 3]}};
const echo = new TextEncoder().encode(JSON.stringify({
  asset: {version: '2.0'}, extensionsUsed: ['KHR_interactivity'], nodes: [{}], scenes: [{nodes: [0]}], scene: 0,
  extensions: {KHR_interactivity: {graph: 0, graphs: [{
    types,
    variables: [{name: 'size', type: 2, value: [Infinity].map(() => 0)}],
    events: [{id: 'in', values}, {id: 'out', values}],
    declarations: [{op: 'event/receive'}, {op: 'event/send'}, {op: 'variable/set'}],
    nodes: [
      {declaration: 0, configuration: {event: {value: [0]}}, flows: {out: {node: 1, socket: 'in'}}},
      {declaration: 1, configuration: {event: {value: [1]}}, flows: {out: {node: 2, socket: 'in'}},
        values: Object.fromEntries(Object.keys(values).map(name => [name, {node: 0, socket: name}]))},
      {declaration: 2, configuration: {variables: {value: [0]}}, values: {0: {node: 0, socket: 'size'}}},
    ],
  }]}},
}));

test('values go in and out with their types', async () => {
  const scene = await Scene.load(engine, echo);
  const world = new World(scene);
  assert.deepEqual(world.diagnostics, []);
  const [given] = world.customEvents;
  assert.deepEqual(given.values.map(({name, type, value}) => [name, type, value]),
    [['on', 'bool', false], ['place', 'float3', [1, 2, 3]], ['size', 'float', 1.5]].sort((a, b) =>
      given.values.findIndex(v => v.name === a[0]) - given.values.findIndex(v => v.name === b[0])));
  assert.ok(world.send('in', {on: true, place: [4, 5, 6]}));
  assert.ok(!world.send('in', {place: [4, 5]}), 'two numbers are no float3');
  world.step();
  const [sent] = world.messages.sent;
  assert.equal(sent.id, 'out');
  assert.deepEqual(Object.fromEntries(sent.values.map(({name, value}) => [name, value])), {on: true, size: 1.5, place: [4, 5, 6]});
  assert.deepEqual(world.variables, [{name: 'size', type: 'float', value: 1.5}]);
  assert.ok(world.send('in', {size: -7}));
  world.step();
  assert.equal(world.variables[0].value, -7);
  world.step();
  assert.deepEqual(world.messages, {log: [], sent: []});
  world.free();
  scene.free();
});

test('a saved state has that of the graph', async () => {
  await inWorld('growing', world => {
    world.step(30);
    const saved = world.snapshot();
    world.step(60);
    const {hash, variables} = world;
    world.restore(saved);
    assert.equal(world.stepCount, 30);
    world.step(60);
    assert.equal(world.hash, hash);
    assert.deepEqual(world.variables, variables);
    const now = world.hash;
    for (const broken of [saved.slice(0, 5), saved.slice(0, -1), saved.slice(8), new Uint8Array(0), saved.map((byte, i) => (i === saved.length - 12 ? byte ^ 1 : byte))])
      assert.throws(() => world.restore(broken), CaromError);
    assert.equal(world.hash, now, 'nothing has changed');
  });
});

test('pointers are read and set', async () => {
  await inWorld('stack', (world, scene) => {
    const {node} = scene.description.motions[0];
    const at = `/nodes/${node}/extensions/KHR_physics_rigid_bodies/motion`;
    assert.deepEqual(world.get(`${at}/gravityFactor`), {type: 'float', value: 1});
    assert.ok(world.set(`${at}/gravityFactor`, 0));
    assert.ok(world.set(`${at}/linearVelocity`, [0, 1, 0]));
    assert.ok(!world.set(`${at}/linearVelocity`, [0, 1]));
    assert.ok(!world.set(`${at}/linearVelocity`, [0, NaN, 0]));
    assert.ok(!world.set('/nodes/999/translation', [0, 0, 0]));
    assert.equal(world.get('/nothing'), undefined);
    assert.deepEqual(world.get(`/nodes/${node}/globalMatrix`).value.length, 16);
  });
});
