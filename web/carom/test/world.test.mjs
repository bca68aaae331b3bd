// What a page does with a world.
import assert from 'node:assert/strict';
import path from 'node:path';
import {test} from 'node:test';
import {CaromError, EVENT_TYPES, init, replay, Scene, World} from '../dist/index.js';
import {fromDisk, read, root} from './shipped_scenes.mjs';

const engine = await init();
const load = (name, on = engine) => {
  const file = path.join(root, 'scenes', name);
  return Scene.load(on, read(file), fromDisk(file));
};
const document = (extra, nodes) => new TextEncoder().encode(JSON.stringify({
  asset: {version: '2.0'}, scene: 0, scenes: [{nodes: nodes.map((_, i) => i)}], nodes,
  extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
  extensions: {KHR_implicit_shapes: {shapes: [{type: 'sphere', sphere: {radius: 0.5}}, {type: 'box', box: {size: [10, 1, 10]}}]}},
  ...extra,
}));
const physics = content => ({extensions: {KHR_physics_rigid_bodies: content}});
const ballOverFloor = document({}, [
  {name: 'floor', translation: [0, -0.5, 0], ...physics({collider: {geometry: {shape: 1}}})},
  {name: 'ball', translation: [0, 2, 0], ...physics({motion: {mass: 2}, collider: {geometry: {shape: 0}}})},
]);

test('a ball falls, touches the floor and weighs what it does', async () => {
  const scene = await Scene.load(engine, ballOverFloor);
  const world = new World(scene);
  assert.deepEqual(world.gravity, [0, -9.81, 0]);
  world.step();
  const {bodies} = world;
  assert.equal(bodies.count, 1);
  assert.equal(bodies.integers[0], 1);
  assert.ok(Math.abs(bodies.numbers[11] + 9.81 / 60) < 1e-6, 'v = g t');
  world.step(179);
  assert.ok(Math.abs(world.bodies.numbers[1] - 0.5) < 0.01);
  assert.ok(Math.abs(world.time - 3) < 1e-12);
  const {contacts} = world;
  assert.equal(contacts.count, 1);
  assert.deepEqual([...contacts.integers.subarray(0, 4)].sort((a, b) => a - b), [-1, 0, 1, 1]);
  // 1 %: a ball at rest, whose contact is a soft spring.
  const force = contacts.numbers.subarray(7, 10);
  assert.ok(Math.abs(Math.abs(force[1]) - 2 * 9.81) < 0.2, `${force[1]} N`);
  assert.deepEqual([...world.islands.integers.subarray(0, 2)], [1, 1]);
  const box = world.colliders;
  assert.equal(box.count, 2);
  assert.ok(Math.abs(box.numbers[4]) < 1e-3, `the floor ends at y = 0: ${[...box.numbers.subarray(0, 6)]}`);
  world.free();
  scene.free();
});

test('views lie on the memory of the engine and go on after it has grown', async () => {
  const scene = await Scene.load(engine, ballOverFloor);
  const world = new World(scene);
  const before = world.bodies;
  assert.equal(before.numbers.buffer, engine.binding.HEAPF64.buffer);
  assert.equal(world.bodies.numbers, before.numbers, 'the same array while nothing moves');
  const [start] = before.numbers.subarray(1, 2);
  const size = engine.memoryBytes;
  engine.withBytes(new Uint8Array(size), () => {});
  assert.ok(engine.memoryBytes > size);
  assert.equal(world.bodies.numbers[1], start);
  assert.equal(world.bodies.numbers.buffer, engine.binding.HEAPF64.buffer);
  world.free();
  scene.free();
});

test('forces, impulses, velocities and poses', async () => {
  const scene = await Scene.load(engine, ballOverFloor);
  const world = new World(scene, {gravity: [0, 0, 0]});
  const velocity = () => [...world.bodies.numbers.subarray(10, 13)];
  assert.ok(world.applyImpulse(1, [2, 0, 0], [0, 2, 0]));
  assert.deepEqual(velocity(), [1, 0, 0]);
  assert.ok(world.applyForce(1, [0, 0, 120], [0, 2, 0]));
  world.step();
  assert.ok(Math.abs(velocity()[2] - 1) < 1e-5, 'F t / m');
  assert.ok(world.setLinearVelocity(1, [0, 3, 0]));
  assert.deepEqual(velocity(), [0, 3, 0]);
  assert.ok(world.setAngularVelocity(1, [0, 0, 1]));
  assert.ok(world.applyTorque(1, [0, 1, 0]));
  assert.ok(world.setTransform(1, [5, 6, 7]));
  assert.deepEqual([...world.bodies.numbers.subarray(0, 3)], [5, 6, 7]);
  assert.equal(world.applyImpulse(0, [1, 0, 0], [0, 0, 0]), false, 'the floor is no body');
  assert.equal(world.setLinearVelocity(1, [NaN, 0, 0]), false);
  assert.equal(world.wake(1), true);
  assert.equal(world.wake(99), false);
  world.free();
  scene.free();
});

const lift = document({}, [
  {name: 'lift', translation: [0, -0.5, 0], ...physics({motion: {isKinematic: true}, collider: {geometry: {shape: 1}}})},
  {name: 'ball', translation: [0, 0.5, 0], ...physics({motion: {mass: 2}, collider: {geometry: {shape: 0}}})},
]);
const pose = (world, index) => [...world.bodies.numbers.subarray(16 * index, 16 * index + 7)];
const apart = (one, other) => Math.max(...one.map((value, k) => Math.abs(value - other[k])));

test('a kinematic body goes to its target in the next steps, carries what lies on it, and stands', async () => {
  const scene = await Scene.load(engine, lift);
  const world = new World(scene);
  world.step(120);
  assert.equal(world.bodies.integers[3], 0, 'the ball sleeps');
  assert.ok(world.setKinematicTarget(0, [0, 0.5, 0]));
  world.step(30);
  assert.ok(apart(pose(world, 0), [0, 0.5, 0, 0, 0, 0, 1]) < 1e-4, String(pose(world, 0)));
  assert.deepEqual([...world.bodies.numbers.subarray(10, 16)], [0, 0, 0, 0, 0, 0]);
  world.step(60);
  assert.ok(apart(pose(world, 0), [0, 0.5, 0, 0, 0, 0, 1]) < 1e-4, 'it stands');
  assert.ok(Math.abs(pose(world, 1)[1] - 1.5) < 0.01, `the ball is carried: ${pose(world, 1)[1]} m`);
  // A target for each step: half a turn about Y in 60 steps, along a circle.
  for (let i = 1; i <= 60; ++i) {
    const angle = (Math.PI * i) / 60;
    assert.ok(world.setKinematicTarget(0, [1 - Math.cos(angle), 0.5, Math.sin(angle)], [0, 2 * Math.sin(angle / 2), 0, 2 * Math.cos(angle / 2)]));
    world.step();
  }
  // As exact as a step turns a body.
  assert.ok(apart(pose(world, 0).map(Math.abs), [2, 0.5, 0, 0, 1, 0, 0]) < 1e-3, String(pose(world, 0)));
  // Going back forgets a target.
  const state = world.snapshot();
  world.step(5);
  const {hash} = world;
  assert.ok(world.setKinematicTarget(0, [9, 9, 9]));
  world.restore(state);
  world.step(5);
  assert.equal(world.hash, hash);
  assert.equal(world.setKinematicTarget(1, [0, 0, 0]), false, 'the ball is dynamic');
  assert.equal(world.setKinematicTarget(9, [0, 0, 0]), false);
  assert.equal(world.setKinematicTarget(0, [NaN, 0, 0]), false);
  assert.equal(world.setKinematicTarget(0, [0, 0, 0], [0, 0, 0, 0]), false);
  world.free();
  scene.free();
});

test('a recording with kinematic targets is replayed', async () => {
  const scene = await Scene.load(engine, lift);
  const world = new World(scene);
  world.startRecording();
  for (let i = 1; i <= 20; ++i) {
    world.setKinematicTarget(0, [0, -0.5 + 0.02 * i, 0]);
    world.step();
  }
  assert.equal(replay(scene, world.stopRecording()).differsAt, undefined);
  const platform = await load('platform.gltf');
  const other = new World(platform);
  const animated = [...Array(other.properties.count).keys()].filter(i => other.properties.integers[6 * i + 2]);
  assert.ok(animated.length > 0);
  for (const i of animated) assert.equal(other.setKinematicTarget(other.properties.integers[6 * i], [0, 0, 0]), false, 'an animation moves it');
  other.free();
  platform.free();
  world.free();
  scene.free();
});

test('a wheel and a thruster that no vehicle commands do what they are told', async () => {
  const without = async (name, node) => {
    const file = JSON.parse(new TextDecoder().decode(read(path.join(root, 'scenes', 'vehicles', name))));
    const body = file.nodes.findIndex(one => one.name === node);
    delete file.nodes[body].extensions.OMI_vehicle_body;
    if (node === 'Rocket') file.nodes[body].translation[1] = 30;
    return Scene.load(engine, new TextEncoder().encode(JSON.stringify(file)));
  };
  const speed = (world, scene, name) => {
    const node = scene.description.nodes.findIndex(one => one.name === name);
    const {bodies} = world;
    const at = [...Array(bodies.count).keys()].find(i => bodies.integers[2 * i] === node);
    return [...bodies.numbers.subarray(16 * at + 10, 16 * at + 13)];
  };
  const car = await without('car.gltf', 'Car');
  const driven = new World(car);
  driven.step(30);
  for (const {node} of car.description.wheels) assert.ok(driven.setWheelTarget(node, 0.5, 0));
  driven.step(60);
  assert.ok(speed(driven, car, 'Car')[2] > 1, String(speed(driven, car, 'Car')));
  assert.equal(driven.setWheelTarget(9999, 1, 0), false);
  const rocket = await without('rocket.gltf', 'Rocket');
  const flying = new World(rocket);
  const engineNode = rocket.description.nodes.findIndex(one => one.name === 'Main engine');
  assert.ok(flying.setThrusterTarget(engineNode, 1));
  flying.step(30);
  // 16 kN at 1000 kg against gravity, for half a second.
  assert.ok(Math.abs(speed(flying, rocket, 'Rocket')[1] - 0.5 * (16 - 9.81)) < 0.1, String(speed(flying, rocket, 'Rocket')));
  assert.equal(flying.setThrusterTarget(engineNode, 1, [0, 0], 'hover'), false);
  for (const one of [driven, flying, car, rocket]) one.free();
});

test('rays, shapes, overlaps, nearest points, filters', async () => {
  const scene = await Scene.load(engine, ballOverFloor);
  const world = new World(scene);
  const hit = world.castRay([0, 10, 0], [0, -1, 0], 100);
  assert.equal(hit.collider, 1);
  assert.ok(Math.abs(hit.distance - 7.5) < 1e-5);
  assert.deepEqual(world.castRayAll([0, 10, 0], [0, -1, 0], 100).map(h => h.collider), [1, 0]);
  assert.equal(world.castRay([0, 10, 0], [0, -1, 0], 100, {ignoreMotionNode: 1}).collider, 0);
  assert.equal(world.castRay([0, 10, 0], [0, 1, 0], 100), undefined);
  const cast = world.castShape({type: 'sphere', radius: 0.25}, [0, 10, 0], [0, 0, 0, 1], [0, -20, 0]);
  assert.equal(cast.collider, 1);
  assert.ok(Math.abs(cast.fraction - 7.25 / 20) < 1e-4);
  assert.deepEqual(world.overlap({type: 'box', size: [1, 1, 1]}, [0, 0, 0]), [{collider: 0, motion: -1}]);
  assert.equal(world.closestPoint([0, 5, 0], 10).collider, 1);
  // Nothing here is a member of "ghosts", so a side that collides with those alone sees nothing.
  assert.equal(world.castRay([0, 10, 0], [0, -1, 0], 100, {filter: {collideWithSystems: ['ghosts']}}), undefined);
  world.free();
  scene.free();
});

test('events of several steps', async () => {
  const scene = await load('triggers.gltf');
  const world = new World(scene);
  const seen = new Set();
  let count = 0;
  for (let i = 0; i < 30; ++i) {
    world.step(10);
    for (const event of world.events) {
      seen.add(event.type);
      assert.ok(event.step > 10 * i && event.step <= 10 * i + 10);
      count += 1;
    }
  }
  assert.ok(seen.has('trigger_enter') && seen.has('trigger_exit') && seen.has('contact_begin'));
  assert.ok(count > 10);
  for (const type of seen) assert.ok(EVENT_TYPES.includes(type));
  world.free();
  scene.free();
});

test('a snapshot gives the same future, other bytes are refused', async () => {
  const scene = await load('shapes.gltf');
  const world = new World(scene);
  world.step(40);
  const snapshot = world.snapshot();
  const then = world.hash;
  world.step(40);
  const later = world.hash;
  world.restore(snapshot);
  assert.equal(world.hash, then);
  world.step(40);
  assert.equal(world.hash, later);
  const broken = snapshot.slice();
  broken[broken.length >> 1] ^= 1;
  assert.throws(() => world.restore(broken), error => error instanceof CaromError && error.diagnostics.length > 0);
  assert.equal(world.hash, later);
  world.free();
  scene.free();
});

test('a recording is replayed', async () => {
  const scene = await load('bowl.gltf');
  const world = new World(scene);
  world.startRecording('bowl.gltf');
  const node = world.bodies.integers[0];
  for (let i = 0; i < 20; ++i) {
    world.applyImpulse(node, [0, 1, 0], [0, 1, 0]);
    world.step();
  }
  assert.equal(replay(scene, world.recording).steps, 20);
  world.step();
  const bytes = world.stopRecording();
  const found = replay(scene, bytes);
  assert.equal(found.steps, 21);
  assert.equal(found.differsAt, undefined);
  assert.equal(world.recording.length, 0, 'nothing is recorded any more');
  assert.throws(() => replay(scene, bytes.subarray(0, 40)), CaromError);
  world.free();
  scene.free();
});

test('a car drives', async () => {
  const scene = await load('vehicles/car.gltf');
  const world = new World(scene);
  const {vehicles} = scene.description;
  world.step(60);
  assert.ok(world.setVehicleActivation(vehicles[0].node, [0, 0, 1], [0, 0, 0]));
  world.step(120);
  const state = world.vehicles;
  assert.equal(state.count, 1);
  assert.ok(state.numbers[8] > 2, `${state.numbers[8]} m/s`);
  assert.equal(world.wheels.count, 4);
  assert.ok(world.wheels.numbers[0] > 100, 'a load in N');
  assert.equal(world.setVehicleActivation(9999, [0, 0, 1], [0, 0, 0]), false);
  world.free();
  scene.free();
});

test('joints say what they carry', async () => {
  const scene = await load('omi.gltf');
  const world = new World(scene);
  world.step(60);
  assert.ok(world.joints.count > 0);
  assert.ok(scene.description.joints.length >= world.joints.count);
  assert.ok(world.joints.numbers.subarray(0, 6 * world.joints.count).some(value => value !== 0));
  world.free();
  scene.free();
});

test('what a scene says', async () => {
  const scene = await load('shapes.gltf');
  const {description} = scene;
  assert.ok(description.nodes.length > 5);
  assert.equal(description.globals.length, description.nodes.length);
  const types = new Set(description.shapes.map(shape => shape.type));
  for (const type of ['sphere', 'box', 'capsule', 'cylinder', 'plane', 'hull', 'mesh']) assert.ok(types.has(type), type);
  const mesh = description.shapes.find(shape => shape.type === 'mesh');
  const {positions, indices} = scene.geometry(mesh.geometry);
  assert.ok(positions.length > 0 && indices.length > 0 && indices.length % 3 === 0);
  assert.ok(Math.max(...indices) < positions.length / 3);
  assert.equal(scene.geometry(1000).positions.length, 0);
  for (const collider of description.colliders) assert.match(collider.pointer, /^\/nodes\/\d+\//);
  scene.free();
});

test('errors have diagnostics, and the engine lives on', async () => {
  const broken = document({}, [{...physics({collider: {geometry: {shape: 7}}})}]);
  await assert.rejects(Scene.load(engine, broken), error => {
    assert.ok(error instanceof CaromError);
    assert.ok(error.diagnostics.some(d => d.severity === 'error' && d.pointer.startsWith('/nodes/0')));
    return true;
  });
  await assert.rejects(Scene.load(engine, new Uint8Array([1, 2, 3])), CaromError);
  await assert.rejects(Scene.load(engine, new Uint8Array()), CaromError);
  const missing = document({buffers: [{byteLength: 4, uri: 'gone.bin'}]}, [{}]);
  await assert.rejects(Scene.load(engine, missing), /"gone\.bin"/);
  const outside = document({buffers: [{byteLength: 4, uri: '../secret.bin'}]}, [{}]);
  await assert.rejects(Scene.load(engine, outside, {resolve: () => new Uint8Array(4)}), CaromError);
  const scene = await Scene.load(engine, ballOverFloor);
  scene.free();
});

test('what is freed cannot be used, and instances share nothing', async () => {
  const other = await init();
  assert.notEqual(other.binding.HEAPU8.buffer, engine.binding.HEAPU8.buffer);
  const scene = await load('stack.gltf', other);
  const world = new World(scene);
  world.step(10);
  assert.equal(world.hash.length, 16);
  world.free();
  world.free();
  assert.throws(() => world.step(), CaromError);
  scene.free();
  assert.throws(() => scene.description, CaromError);
  assert.throws(() => new World(scene), CaromError);
});

test('memory comes back', async () => {
  const other = await init();
  const scene = await load('bowl.gltf', other);
  for (let i = 0; i < 3; ++i) new World(scene).free();
  const before = other.memoryBytes;
  for (let i = 0; i < 50; ++i) {
    const world = new World(scene);
    world.step();
    world.free();
  }
  assert.equal(other.memoryBytes, before);
  scene.free();
});

test('a ball can be added', async () => {
  const scene = await Scene.load(engine, ballOverFloor);
  const node = scene.addBall({radius: 0.2, mass: 3, position: [3, 4, 0]});
  assert.equal(node, 2);
  const world = new World(scene);
  assert.equal(world.bodies.count, 2);
  assert.equal(scene.description.nodes[node].name, 'thrown ball');
  world.free();
  scene.free();
});
