// Two pictures side by side: what is chosen for the second one, and that both are seen from the same place.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {chooseFiles, until} from './browser.mjs';
import {showPage} from './shown_page.mjs';

const {page, noProblems} = await showPage();

const step = count => page.evaluate(count => window.carom.step(count), count);
const compareWith = async what => {
  await page.locator('.lil-controller', {hasText: /^beside it/}).locator('select').selectOption(what);
  await until(page, what => what === 'nothing'
    ? document.getElementById('compare-note').hidden
    : /apart: [\d.e-]+ m/.test(document.getElementById('compare-note').textContent), what);
};
const apart = async () => Number(/apart: ([\d.e-]+) m/.exec(await page.locator('#compare-note').innerText())[1]);
/** How the second picture is, and whether it is seen as the first is. */
const second = () => page.evaluate(async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const {stage, comparison} = window.carom;
  return {
    pixels: document.getElementById('second').toDataURL(),
    place: comparison.camera.position.toArray(),
    same: comparison.camera.position.equals(stage.camera.position) && comparison.camera.quaternion.angleTo(stage.camera.quaternion) < 1e-6,
  };
});

test('the second picture follows the camera while nothing moves, and turning it turns the first', async () => {
  await page.evaluate(() => window.carom.open('scenes/shapes.gltf'));
  await compareWith('240 Hz');
  const seen = [await second()];
  await page.locator('#canvas').focus();
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', '-']) {
    await page.keyboard.press(key);
    seen.push(await second());
  }
  const box = await page.locator('#canvas').boundingBox();
  const drag = async box => {
    await page.mouse.move(box.x + 20, box.y + 20);  // Where no body is.
    await page.mouse.down();
    for (const far of [30, 60, 90]) {
      await page.mouse.move(box.x + 20 + far, box.y + 30);
      seen.push(await second());
    }
    await page.mouse.up();
  };
  await drag(box);
  await drag(await page.locator('#second').boundingBox());
  assert.deepEqual(seen.map(({same}) => same), seen.map(() => true));
  assert.equal(new Set(seen.map(({place}) => String(place))).size, seen.length, 'each time from another place');
  assert.equal(new Set(seen.map(({pixels}) => pixels)).size, seen.length, 'each time another picture');
  assert.match(await page.locator('#clock').innerText(), /^step 0,/);
  await compareWith('nothing');
  noProblems();
});

/** A ball over a floor; the floor is in two systems, of which the ball collides with one. */
const TWO_READINGS = JSON.stringify({
  asset: {version: '2.0'}, extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
  extensions: {
    KHR_implicit_shapes: {shapes: [{type: 'box', box: {size: [10, 1, 10]}}, {type: 'sphere', sphere: {radius: 0.5}}]},
    KHR_physics_rigid_bodies: {collisionFilters: [{collisionSystems: ['ground', 'ice']}, {collisionSystems: ['ball'], collideWithSystems: ['ground']}]},
  },
  scene: 0, scenes: [{nodes: [0, 1]}],
  nodes: [
    {name: 'floor', translation: [0, -0.5, 0], extensions: {KHR_physics_rigid_bodies: {collider: {geometry: {shape: 0}, collisionFilter: 0}}}},
    {name: 'ball', translation: [0, 1, 0], extensions: {KHR_physics_rigid_bodies: {motion: {mass: 1}, collider: {geometry: {shape: 1}, collisionFilter: 1}}}},
  ],
});

test('the two readings of collision filters side by side: the ball rests in one and falls in the other', async () => {
  await chooseFiles(page, 'files', [{name: 'readings.gltf', bytes: [...Buffer.from(TWO_READINGS)]}]);
  await until(page, () => document.getElementById('status').textContent.startsWith('readings.gltf: '));
  await compareWith('other filter reading');
  assert.match(await page.locator('#compare-note').innerText(), /the literal reading of filters/);
  const height = () => page.evaluate(() => window.carom.stage.nodes[1].position.y);
  await step(120);
  assert.ok(Math.abs(await height() - 0.5) < 0.01, 'one common system suffices');
  // After 2 s of free fall from 1 m it is 19.6 m lower.
  assert.ok(Math.abs(await apart() - 19.1) < 0.3, `${await apart()} m`);
  const cells = () => page.evaluate(() => [...document.querySelectorAll('#filters td')].map(cell => cell.textContent));
  assert.deepEqual(await cells(), ['yes', 'yes*', 'yes*', 'no']);
  // The other way round.
  await page.locator('.lil-controller', {hasText: /^filter rule/}).locator('select').selectOption('literal');
  await until(page, () => /the shared reading of filters/.test(document.getElementById('compare-note').textContent));
  await step(120);
  assert.ok(await height() < -18, 'all systems have to be listed');
  assert.ok(Math.abs(await apart() - 19.1) < 0.3, `${await apart()} m`);
  assert.deepEqual(await cells(), ['yes', 'no*', 'no*', 'no']);
  await page.locator('.lil-controller', {hasText: /^filter rule/}).locator('select').selectOption('shared');
  await compareWith('nothing');
  noProblems();
});
