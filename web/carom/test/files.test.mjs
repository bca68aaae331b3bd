// From bytes to bytes.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import path from 'node:path';
import {test} from 'node:test';
import validator from 'gltf-validator';
import {bake, CaromError, convert, init, inspect, Recorder, Scene, validate, World} from '../dist/index.js';
import {fromDisk, nativeHash, program, read, root} from './shipped_scenes.mjs';

const engine = await init();
const bowl = path.join(root, 'scenes', 'bowl.gltf');

test('a baked .glb is valid, plays, and has the native hash', async () => {
  const {files, hash} = await bake(engine, read(bowl), {...fromDisk(bowl), seconds: 1, trajectory: true, events: true});
  assert.deepEqual([...files.keys()].sort(), ['baked.csv', 'baked.glb', 'baked.jsonl']);
  assert.equal(hash, await nativeHash(bowl, '--seconds', '1'));
  const report = await validator.validateBytes(files.get('baked.glb'));
  assert.deepEqual(report.issues.messages.filter(message => message.severity < 2), []);
  assert.equal(report.info.animationCount, 1);
  const rows = new TextDecoder().decode(files.get('baked.csv')).trim().split('\n');
  assert.equal(rows[0], 'step,time,node,name,x,y,z,qx,qy,qz,qw');
  assert.equal(rows.length, 1 + 61 * 60);
  for (const line of new TextDecoder().decode(files.get('baked.jsonl')).trim().split('\n')) assert.ok(JSON.parse(line).type);
});

test('what is converted can be loaded and says the same', async () => {
  const {files, report} = await convert(engine, read(bowl), 'omi', {...fromDisk(bowl), binary: true});
  assert.deepEqual([...files.keys()], ['converted.glb']);
  assert.equal(report.target, 'omi');
  const scene = await Scene.load(engine, files.get('converted.glb'));
  assert.equal(scene.description.motions.length, 60);
  scene.free();
  await assert.rejects(convert(engine, read(bowl), 'no-such-dialect', fromDisk(bowl)), CaromError);
});

test('inspect says what the program says', async () => {
  const ours = await inspect(engine, read(bowl), fromDisk(bowl));
  const theirs = JSON.parse(execFileSync(program, ['inspect', bowl, '--json'], {encoding: 'utf8'}));
  delete ours.source;
  delete theirs.source;
  assert.deepEqual(ours, theirs);
});

test('validate reports what the program reports, and what is broken too', async () => {
  const check = async (bytes, options, file) => {
    const ours = await validate(engine, bytes, options);
    let text;
    try {
      text = execFileSync(program, ['validate', '--json', '--fail-on', 'never', file], {encoding: 'utf8'});
    } catch (error) {
      assert.fail(error.stderr);
    }
    const theirs = JSON.parse(text);
    for (const report of [ours, theirs]) delete report.validatedAt, delete report.uri;
    assert.deepEqual(ours, theirs);
    return ours;
  };
  await check(read(bowl), fromDisk(bowl), bowl);
  const broken = path.join(root, 'tests', 'validate', 'scenes', 'PHYSICS_DRIVE_LOCKED', 'scene.gltf');
  const report = await check(read(broken), fromDisk(broken), broken);
  assert.ok(report.issues.messages.some(message => message.code === 'PHYSICS_DRIVE_LOCKED'));
  const noise = await validate(engine, new Uint8Array([1, 2, 3]), {name: 'noise.glb'});
  assert.equal(noise.uri, 'noise.glb');
  assert.ok(noise.issues.numErrors > 0);
});

test('an engine without tools says so, and gets them once for what works on bytes', async () => {
  const scene = await Scene.load(engine, read(bowl), fromDisk(bowl));
  const missing = {name: 'CaromError', message: /init\(\{tools: true\}\)/};
  assert.equal(engine.hasTools, false);
  assert.throws(() => scene.convert('omi'), missing);
  assert.throws(() => scene.inspect(), missing);
  assert.throws(() => new Recorder(scene, {trajectory: true}), missing);
  scene.free();
  const able = await engine.withTools();
  assert.ok(able.hasTools && able !== engine);
  assert.equal(await engine.withTools(), able);
  assert.equal(await able.withTools(), able);
  // Code that is not there at first may be later.
  let asked = 0;
  const server = createServer((_, answer) => {
    if ((asked += 1) === 1) answer.writeHead(404).end();
    else answer.writeHead(200, {'content-type': 'application/wasm'}).end(readFileSync(new URL('../dist/carom_tools.wasm', import.meta.url)));
  });
  await new Promise(listening => server.listen(0, '127.0.0.1', listening));
  const other = await init({toolsWasm: `http://127.0.0.1:${server.address().port}/tools.wasm`});
  await assert.rejects(inspect(other, read(bowl), fromDisk(bowl)), /404/);
  assert.ok(await inspect(other, read(bowl), fromDisk(bowl)));
  assert.ok(await inspect(other, read(bowl), fromDisk(bowl)));
  assert.equal(asked, 2);
  server.close();
});

test('nodes that a program moves are baked where the recorder is told of them', async () => {
  const engine = await init({tools: true});
  const sign = {name: 'sign', translation: [3, 0, 0]};
  const ball = {extensions: {KHR_physics_rigid_bodies: {motion: {mass: 1}}}};
  const document = {asset: {version: '2.0'}, extensionsUsed: ['KHR_physics_rigid_bodies'], nodes: [ball, sign], scene: 0, scenes: [{nodes: [0, 1]}]};
  const scene = await Scene.load(engine, new TextEncoder().encode(JSON.stringify(document)));
  const baked = nodes => {
    const world = new World(scene);
    const recorder = new Recorder(scene, {baked: 'gltf', nodes});
    recorder.capture(world);
    for (let i = 1; i <= 60; ++i) {
      assert.ok(world.set('/nodes/1/translation', [3, Math.sin(i / 10), 0]));
      world.step();
      recorder.capture(world);
    }
    const {animations} = JSON.parse(new TextDecoder().decode(recorder.finish().files.get('baked.gltf')));
    world.free();
    return animations[0].channels.map(({target}) => `${target.node} ${target.path}`);
  };
  assert.deepEqual(baked(undefined), ['0 translation', '0 rotation']);
  assert.deepEqual(baked([1]), ['0 translation', '0 rotation', '1 translation']);
  for (const node of [-1, 2, 0.5, NaN, 2 ** 32 + 1]) assert.throws(() => new Recorder(scene, {baked: 'gltf', nodes: [node]}), RangeError);
  scene.free();
});

test('a recorder ends once and leaves nothing behind', async () => {
  const engine = await init({tools: true});
  const scene = await Scene.load(engine, read(bowl), fromDisk(bowl));
  const world = new World(scene);
  const recorder = new Recorder(scene, {trajectory: true, name: 'motion'});
  recorder.capture(world);
  assert.deepEqual([...recorder.finish().files.keys()], ['motion.csv']);
  assert.throws(() => recorder.capture(world), CaromError);
  assert.throws(() => recorder.finish(), CaromError);
  world.free();
  scene.free();
  const left = engine.binding.FS.readdir('/').filter(name => /^\d+$/.test(name));
  assert.deepEqual(left, []);
});
