// What happens when calls come in another order, or with other things, than they were thought for.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
import {bake, CaromError, init, Recorder, Scene, validate, World} from '../dist/index.js';
import {CaromPlugin} from '../dist/three.js';
import {root} from './shipped_scenes.mjs';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};
const engine = await init({tools: true});
const shipped = name => {
  const read = uri => new Uint8Array(readFileSync(path.join(root, 'scenes', uri)));
  return Scene.load(engine, read(name), {resolve: read});
};
const physics = content => ({extensions: {KHR_physics_rigid_bodies: content}});
const body = physics({motion: {mass: 1}, collider: {geometry: {shape: 0}}});
const gltf = extra => ({
  asset: {version: '2.0'}, extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
  extensions: {KHR_implicit_shapes: {shapes: [{type: 'sphere', sphere: {radius: 0.5}}, {type: 'box'}]}}, ...extra,
});
const bytes = extra => new TextEncoder().encode(JSON.stringify(gltf(extra)));
const ball = bytes({nodes: [{name: 'ball', ...body}], scenes: [{nodes: [0]}]});
const lift = bytes({
  nodes: [physics({motion: {isKinematic: true}, collider: {geometry: {shape: 1}}})], scenes: [{nodes: [0]}],
});

test('a world and a recorder go on when their scene is freed', async () => {
  const run = async freed => {
    const scene = await shipped('kick.gltf');
    const world = new World(scene);
    const recorder = new Recorder(scene, {trajectory: true});
    if (freed) scene.free();
    recorder.capture(world);
    // What is made now may lie where the scene was.
    const other = await shipped('bowl.gltf');
    world.step(200);
    recorder.capture(world);
    const result = [world.hash, world.variables, new TextDecoder().decode(recorder.finish().files.get('baked.csv'))];
    other.free();
    world.free();
    if (!freed) scene.free();
    return result;
  };
  assert.deepEqual(await run(true), await run(false));
});

test('a recorder refuses worlds that are not of its scene', async () => {
  const scene = await Scene.load(engine, ball);
  const other = await Scene.load(engine, lift);
  const recorder = new Recorder(scene, {trajectory: true});
  const foreign = new World(other);
  assert.throws(() => recorder.capture(foreign), CaromError);
  const elsewhere = await init();
  const far = new World(await Scene.load(elsewhere, ball));
  assert.throws(() => recorder.capture(far), CaromError);
  // A ball makes another scene of it, for worlds from now on.
  const before = new World(scene);
  scene.addBall({radius: 1, mass: 1, position: [0, 9, 0]});
  const after = new World(scene);
  assert.equal(after.bodies.count, before.bodies.count + 1);
  assert.throws(() => recorder.capture(after), CaromError);
  recorder.capture(before);
  assert.equal(recorder.finish().files.size, 1);
  for (const one of [foreign, before, after, scene, other]) one.free();
});

test('numbers of another count are an error, and no others are read', async () => {
  const scene = await Scene.load(engine, ball);
  const world = new World(scene);
  const {hash} = world;
  const calls = [
    () => world.setTransform(0, [1, 2]), () => world.setTransform(0, [1, 2, 3, 4]), () => world.setTransform(0, []),
    () => world.setTransform(0, [1, 2, 3], [0, 0, 1]), () => world.applyImpulse(0, [1, 2], [0, 5, 0]),
    () => world.setLinearVelocity(0, [1, 2, 3, 4]), () => world.castRay([0, 1], [0, 1, 0], 5),
    () => world.overlap({type: 'box', size: [1, 2]}, [0, 0, 0]), () => world.step(2 ** 32), () => world.step(1.5),
    () => scene.addBall({radius: NaN, mass: 1, position: [0, 0, 0]}), () => scene.addBall({radius: 1, mass: 0, position: [0, 0, 0]}),
  ];
  for (const call of calls) assert.throws(call, RangeError, String(call));
  for (const node of [5.5, -1, 2 ** 32, 0.5, NaN]) assert.equal(world.setTransform(node, [9, 9, 9]), false, `node ${node}`);
  assert.equal(world.hash, hash);
  world.free();
  scene.free();
});

test('settings beyond their range are an error, and the time step is that of the world', async () => {
  const scene = await Scene.load(engine, lift);
  const wrong = [
    {timeStep: 0}, {timeStep: 2}, {timeStep: NaN}, {substeps: 0}, {substeps: 1.5}, {gravity: [NaN, 0, 0]}, {gravity: [0, 1]},
    {filterRule: 'bogus'}, {density: -1}, {threads: 65}, {staticSlipSpeed: -1},
  ];
  for (const settings of wrong) assert.throws(() => new World(scene, settings), RangeError, JSON.stringify(settings));
  await assert.rejects(bake(engine, ball, {settings: {timeStep: 0}}), RangeError);
  await assert.rejects(bake(engine, ball, {seconds: -1}), RangeError);
  const world = new World(scene, {timeStep: 0.125});
  assert.equal(world.timeStep, 0.125);
  world.setKinematicTarget(0, [1, 0, 0]);
  world.step();
  assert.ok(Math.abs(world.bodies.numbers[0] - 1) < 1e-6);
  world.free();
  scene.free();
});

test('a snapshot has the targets of kinematic bodies', async () => {
  const scene = await Scene.load(engine, lift);
  const world = new World(scene);
  world.setKinematicTarget(0, [1, 2, 3], [0, 1, 0, 1]);
  const state = world.snapshot();
  const other = new World(scene);
  other.restore(state);
  world.step(30);
  other.step(30);
  assert.equal(other.hash, world.hash);
  assert.ok(Math.abs(other.bodies.numbers[1] - 2) < 1e-4);
  for (const broken of [state.subarray(1), state.subarray(0, state.length - 1), state.subarray(state.length - 24)])
    assert.throws(() => other.restore(broken), CaromError);
  for (const one of [world, other, scene]) one.free();
});

test('files that a document names in odd ways are findings, not exceptions', async () => {
  for (const uri of ['%', '../x.bin', '', '.', 'scene.gltf/x.bin', 'a/', 'https://example.org/x.bin']) {
    const file = bytes({buffers: [{byteLength: 4, uri}], nodes: [{...body}], scenes: [{nodes: [0]}]});
    const report = await validate(engine, file, {resolve: () => new Uint8Array(4)});
    assert.ok(Array.isArray(report.issues.messages), uri);
  }
  // Images may lie anywhere: the scene is simulated without them.
  for (const uri of ['../textures/t.png', '%']) {
    const file = bytes({images: [{uri}], nodes: [{...body}], scenes: [{nodes: [0]}]});
    const {files} = await bake(engine, file, {seconds: 0.1, resolve: () => new Uint8Array(4)});
    assert.ok(files.has('baked.glb'), uri);
  }
  const within = bytes({buffers: [{byteLength: 4, uri: 'sub/../x.bin'}], nodes: [{...body}], scenes: [{nodes: [0]}]});
  (await Scene.load(engine, within, {resolve: uri => (uri === 'sub/../x.bin' ? new ArrayBuffer(4) : undefined)})).free();
  await assert.rejects(Scene.load(engine, within, {resolve: () => 'text'}), /sub\/\.\.\/x\.bin/);
  (await Scene.load(engine, ball.buffer.slice(0))).free();
  await assert.rejects(Scene.load(engine, 'text'), TypeError);
  const scene = await Scene.load(engine, ball);
  assert.deepEqual([...scene.convert('khr', {name: '../x'}).files.keys()], ['x.gltf']);
  scene.free();
});

const inThree = document => {
  const loader = new GLTFLoader();
  loader.register(parser => new CaromPlugin(parser, engine));
  return loader.parseAsync(JSON.stringify(document), '');
};

test('three.js: objects move in files of several scenes, with nodes that scenes share', async () => {
  const nodes = [{name: 'a', ...body}, {name: 'b', children: [2], translation: [3, 0, 0]}, {name: 'c', ...body}];
  const cases = [[[[0]], 0], [[[0], [1]], 0], [[[0], [1]], 1], [[[0, 1], []], 0], [[[], [0, 1]], 1], [[[0, 1], [1, 0]], 1], [[[0, 1], [0]], 0]];
  for (const [roots, scene] of cases) {
    const loaded = await inThree(gltf({nodes, scenes: roots.map(of => ({nodes: of})), scene}));
    const world = loaded.userData.physics;
    assert.ok(world.update(0.5) > 0);
    let moved = 0;
    loaded.scene.traverse(object => (moved += object.position.y < -0.05 ? 1 : 0));
    assert.equal(moved, roots[scene].length, JSON.stringify([roots, scene]));
    world.dispose();
  }
});

test('three.js: a buffer without a file, into which something is decoded, is left alone', async () => {
  const loaded = await inThree(gltf({
    extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes', 'EXT_meshopt_compression'],
    buffers: [{byteLength: 4, uri: 'data:application/octet-stream;base64,AAAAAA=='}, {byteLength: 64, extensions: {EXT_meshopt_compression: {fallback: true}}}],
    nodes: [{...body}], scenes: [{nodes: [0]}],
  }));
  const world = loaded.userData.physics;
  for (const odd of [Infinity, NaN, '0.01', -1]) assert.equal(world.update(odd), 0);
  assert.equal(world.update(0.1), 6);
  assert.ok(loaded.scene.children[0].position.y < 0);
  world.dispose();
});
