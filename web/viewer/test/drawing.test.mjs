// What is drawn: files without meshes, and joints whose frames lie on other nodes than their bodies.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {until} from './browser.mjs';
import {chooseFile, shippedScene, showPage} from './shown_page.mjs';
import {stacksOf} from './stacks.mjs';

const {page, noProblems} = await showPage();

const load = name => page.evaluate(address => window.carom.open(address), `scenes/${name}`);
const picture = () => page.evaluate(() => {
  window.carom.stage.render();
  return window.carom.stage.canvas.toDataURL();
});
const switched = label => page.locator('.lil-controller', {hasText: label}).locator('input').isChecked();

test('a file without meshes shows its colliders, until a file with meshes comes', async () => {
  await load('stack.gltf');
  assert.ok(!(await switched(/^Colliders/)));
  await chooseFile(page, 'stacks.gltf', stacksOf(20));
  assert.match(await page.locator('#status').innerText(), /^stacks\.gltf: khr, 20 bodies, .*it has no meshes: its colliders are shown/);
  assert.ok(await switched(/^Colliders/));
  const shown = await picture();
  await page.locator('.lil-controller', {hasText: /^Colliders/}).locator('input').uncheck();
  await page.evaluate(() => window.carom.frame());
  assert.notEqual(await picture(), shown);
  await load('stack.gltf');
  assert.ok(!(await switched(/^Colliders/)));
  // Who has switched them on keeps them.
  await page.evaluate(() => window.carom.overlay('colliders', true));
  await chooseFile(page, 'stacks.gltf', stacksOf(20));
  await load('stack.gltf');
  assert.ok(await switched(/^Colliders/));
  await page.evaluate(() => window.carom.overlay('colliders', false));
  noProblems();
});

test('the whole of what is simulated is in the picture, meshes or not', async () => {
  for (const open of [() => load('shapes.gltf'), () => chooseFile(page, 'stacks.gltf', stacksOf(20))]) {
    await open();
    const outside = await page.evaluate(async () => {
      const {colliders} = (await window.carom.client.frame(['colliders'])).views;
      const {stage} = window.carom;
      stage.render();
      const corner = stage.camera.position.clone();
      let outside = 0;
      for (let i = 0; i < colliders.count; ++i) {
        if (colliders.integers[3 * i + 1] < 0) continue;
        for (let k = 0; k < 8; ++k) {
          corner.set(...[0, 1, 2].map(axis => colliders.numbers[6 * i + (k >> axis & 1 ? 3 : 0) + axis])).project(stage.camera);
          if (Math.abs(corner.x) > 1 || Math.abs(corner.y) > 1) outside += 1;
        }
      }
      return outside;
    });
    assert.equal(outside, 0);
  }
  noProblems();
});

test('the frames of a joint move with its bodies where one node stands for both', async () => {
  const name = 'omi_body.gltf';
  const document = shippedScene(name);
  assert.ok(document.nodes.some(node => node.extensions?.OMI_physics_joint?.nodeA >= 0), 'the joint names its bodies');
  await load(name);
  await page.evaluate(() => {
    window.carom.stage.setMeshesVisible(false);
    return window.carom.overlay('joints', true);
  });
  const [start] = [await picture(), await page.evaluate(() => window.carom.step(20))];
  assert.notEqual(await picture(), start);
  await page.evaluate(() => {
    window.carom.stage.setMeshesVisible(true);
    return window.carom.overlay('joints', false);
  });
  noProblems();
});

test('moving the slider of gravity is enough to change it', async () => {
  await load('shapes.gltf');
  await page.locator('.lil-controller', {hasText: /^gravity, m/}).locator('input').fill('-1.62');
  await page.keyboard.press('Enter');
  await until(page, async () => (await window.carom.frame()).gravity[1] === -1.62);
  assert.ok(await switched(/^own gravity/));
  await page.locator('.lil-controller', {hasText: /^own gravity/}).locator('input').uncheck();
  await until(page, async () => (await window.carom.frame()).gravity[1] === -9.81);
  noProblems();
});
