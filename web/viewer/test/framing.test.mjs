// Where the page looks from when it has loaded a scene: bodies are seen, and are large enough.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {chooseFile, showPage} from './shown_page.mjs';
import {body, document, fixed, physics} from './small_scenes.mjs';

const {page, noProblems} = await showPage();

const ball = radius => ({type: 'sphere', sphere: {radius}});
const box = (...size) => ({type: 'box', box: {size}});
const plane = {type: 'plane', plane: {}};
const at = (x, y, z, rest) => ({translation: [x, y, z], ...rest});

/** Opens a scene. Of each body: its place in the picture, -1..1, and the part of the picture's height that a sphere there takes. */
async function look(name, shapes, nodes, radius) {
  await chooseFile(page, name, JSON.stringify(document({shapes, nodes})));
  const bodies = await page.evaluate(radius => {
    const {stage, loaded} = window.carom;
    stage.render();
    const {camera} = stage;
    camera.updateMatrixWorld();
    return loaded.description.motions.map(({node}) => {
      const place = stage.nodes[node].getWorldPosition(camera.position.clone());
      const part = radius / place.distanceTo(camera.position) / Math.tan(camera.fov * Math.PI / 360);
      const {x, y, z} = place.project(camera);
      return {seen: Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < 1, part};
    });
  }, radius);
  noProblems();
  return bodies;
}
/** Whether what the meshes show is seen at all. */
async function meshesAreSeen() {
  const pictures = await page.evaluate(() => [true, false, true].map(visible => {
    window.carom.stage.setMeshesVisible(visible);
    window.carom.stage.render();
    return document.getElementById('canvas').toDataURL();
  }));
  return pictures[0] !== pictures[1];
}

for (const scale of [1, 100, 1e4]) {
  test(`a scene whose unit is ${scale} times as large is seen as a usual one`, async () => {
    const [only] = await look(`scale_${scale}.gltf`, [box(8 * scale, 0.2 * scale, 8 * scale), box(scale, scale, scale)], [
      at(0, -scale, 0, fixed(0)), at(0, 3 * scale, 0, {...body(1), children: [2]}), {mesh: 0, scale: [scale, scale, scale]},
    ], 0.5 * scale);
    assert.ok(only.seen && only.part > 0.05, JSON.stringify(only));
    assert.ok(await meshesAreSeen());
  });
}

test('bodies far apart are all seen', async () => {
  const bodies = await look('apart.gltf', [ball(1)], [at(-150, 3, 0, body(0)), at(150, 3, 0, body(0)), at(0, 3, 100, body(0))], 1);
  assert.deepEqual(bodies.map(({seen}) => seen), [true, true, true]);
});

/** Three bodies in a row, and something else. */
const row = [at(-1, 1, 0, body(0)), at(0, 1, 0, body(0)), at(1, 1, 0, body(0))];
for (const [name, shape, node] of [
  ['an endless plane', plane, at(0, 0, 0, fixed(1))],
  ['a floor of a kilometre', box(1000, 1, 1000), at(0, -0.5, 0, fixed(1))],
  ['a moving floor of a kilometre', box(1000, 1, 1000), at(0, -0.5, 0, physics({motion: {isKinematic: true}, collider: {geometry: {shape: 1}}}))],
  ['a body that is far away', ball(0.5), at(1e5, 0, 0, body(1))],
  ['a stone that is far away', ball(0.5), at(800, 0, 0, fixed(1))],
]) {
  test(`${name} makes the bodies no smaller`, async () => {
    const bodies = await look('row.gltf', [ball(0.3), shape], [...row, node], 0.3);
    for (const {seen, part} of bodies.slice(0, 3)) assert.ok(seen && part > 0.04, JSON.stringify(bodies));
  });
}

test('a ramp beside the bodies is seen with them', async () => {
  await look('ramp.gltf', [ball(0.3), box(4, 0.2, 1)], [...row, at(4, 0, 0, fixed(1))], 0.3);
  const x = await page.evaluate(() => {
    const {stage} = window.carom;
    return stage.nodes[3].localToWorld(stage.camera.position.clone().set(2, 0, 0)).project(stage.camera).x;
  });
  assert.ok(Math.abs(x) < 1, `${x}`);
});
