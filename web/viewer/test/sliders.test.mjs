// The sliders of drives, thrusters and wheels: each moves what it should, the way it should.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {chooseFiles, root, until} from './browser.mjs';
import {shippedScene, showPage} from './shown_page.mjs';

const {page, noProblems} = await showPage();

const step = count => page.evaluate(count => window.carom.step(count), count);
const restart = () => page.evaluate(() => window.carom.restart());
async function load(name, document, beside = []) {
  const files = beside.map(file => ({name: path.basename(file), bytes: [...readFileSync(path.join(root, 'scenes', file))]}));
  await chooseFiles(page, 'files', [{name, bytes: [...Buffer.from(JSON.stringify(document))]}, ...files]);
  await until(page, name => document.getElementById('status').textContent.startsWith(`${name}: `), name);
}
/** Sets a slider by typing its number. */
async function slide(name, value) {
  await page.locator('.lil-controller', {has: page.locator('.lil-name', {hasText: name})}).first().locator('input').fill(String(value));
  await page.keyboard.press('Enter');
}
/** Place of the node, velocity and angular velocity of a body. */
const body = name => page.evaluate(async name => {
  const {client, loaded} = window.carom;
  const node = loaded.description.nodes.findIndex(one => one.name === name);
  const {bodies} = (await client.frame(['bodies'])).views;
  const at = 16 * [...Array(bodies.count).keys()].find(i => bodies.integers[2 * i] === node);
  const of = (from, count) => [...bodies.numbers.subarray(at + from, at + from + count)];
  return {position: of(0, 3), rotation: of(3, 4), velocity: of(10, 3), turning: of(13, 3)};
}, name);

/** Without the animation of its drive. */
function motor() {
  const document = shippedScene('motor.gltf');
  delete document.animations;
  return document;
}

test('the slider of a drive with a velocity turns the rotor as fast as it says, either way', async () => {
  await load('drive.gltf', motor(), ['motor.bin']);
  const speeds = [];
  for (const speed of [5, -5, 0]) {
    await slide(/about Z, rad\/s$/, speed);
    await step(120);
    speeds.push((await body('Rotor')).turning[2]);
  }
  const [one, other, still] = speeds;
  // Damping of 20 /s leaves nothing of the difference after two seconds.
  assert.ok(Math.abs(Math.abs(one) - 5) < 0.01 && Math.abs(one + other) < 0.02 && Math.abs(still) < 0.01, String(speeds));
  noProblems();
});

test('the slider of a drive with a position turns the rotor as far as it says, either way', async () => {
  const document = motor();
  const [joint] = document.extensions.KHR_physics_rigid_bodies.physicsJoints;
  joint.limits.push({angularAxes: [2], min: -2, max: 2});
  joint.drives = [{type: 'angular', mode: 'acceleration', axis: 2, stiffness: 100, damping: 20, positionTarget: 0}];
  await load('servo.gltf', document, ['motor.bin']);
  const angles = [];
  for (const target of [1, -0.5, 9]) {
    await slide(/about Z, rad$/, target);
    await step(180);
    const {rotation: [, , z, w]} = await body('Rotor');
    angles.push(2 * Math.atan2(z, w));
  }
  const [one, other, most] = angles;
  const sign = Math.sign(one);
  assert.ok(Math.abs(sign * one - 1) < 0.01 && Math.abs(sign * other + 0.5) < 0.01, String(angles));
  assert.ok(Math.abs(sign * most - 2) < 0.02, `no farther than the limit: ${most}`);
  noProblems();
});

test('the slider of a thruster that no vehicle commands lifts the rocket', async () => {
  const document = shippedScene('vehicles/rocket.gltf');
  const rocket = document.nodes.find(node => node.name === 'Rocket');
  delete rocket.extensions.OMI_vehicle_body;
  rocket.translation[1] = 30;
  await load('free_rocket.gltf', document);
  const after = async ratio => {
    await restart();
    await slide('Main engine', ratio);
    await step(20);
    return (await body('Rocket')).velocity[1];
  };
  const [none, half, full] = [await after(0), await after(0.5), await after(1)];
  // 16 kN at 1000 kg: 16 m/s² and half of it, against gravity. Slightly less, since it is not quite upright.
  const time = 20 / 60;
  assert.ok(Math.abs(none + 9.81 * time) < 0.01, `${none} m/s without thrust`);
  assert.ok(Math.abs(half - none - 8 * time) < 0.1 && Math.abs(full - none - 16 * time) < 0.2, `${none}, ${half}, ${full} m/s`);
  noProblems();
});

test('the sliders of wheels that no vehicle commands push the car and steer it', async () => {
  const document = shippedScene('vehicles/car.gltf');
  const car = document.nodes.find(node => node.extensions?.OMI_vehicle_body);
  delete car.extensions.OMI_vehicle_body;
  await load('free_car.gltf', document);
  const wheels = await page.evaluate(() => {
    const {wheels, nodes} = window.carom.loaded.description;
    return wheels.map(({node, maxSteeringAngle}) => ({name: nodes[node].name, steers: maxSteeringAngle > 0}));
  });
  assert.equal(wheels.length, 4);
  const after = async (push, steer) => {
    await restart();
    await step(30);
    const {position: from} = await body(car.name);
    for (const {name, steers} of wheels) {
      await slide(`${name}: push`, push);
      if (steers) await slide(`${name}: steer`, steer);
    }
    await step(90);
    const {position, turning} = await body(car.name);
    return {way: position[2] - from[2], yaw: turning[1]};
  };
  const [still, forward, back, left, right] = [await after(0, 0), await after(0.5, 0), await after(-0.5, 0), await after(0.5, 0.5), await after(0.5, -0.5)];
  assert.ok(Math.abs(still.way) < 0.05, `${still.way} m without push`);
  assert.ok(forward.way > 1 && back.way < -1, `${forward.way} m and ${back.way} m`);
  assert.ok(Math.abs(forward.yaw) < 0.02, `straight on: ${forward.yaw} rad/s`);
  assert.ok(left.yaw > 0.2 && right.yaw < -0.2, `${left.yaw} rad/s and ${right.yaw} rad/s`);
  noProblems();
});
