// Files with several scenes, and with none: the objects of the simulated scene are shown, and move.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {chooseFile, showPage} from './shown_page.mjs';
import {body, document, fixed} from './small_scenes.mjs';

const {page, noProblems} = await showPage();

const at = (x, rest) => ({translation: [x, 3, 0], ...rest});
/** Bodies as the loader of three.js makes them in different ways; three scenes, two of which share a node. */
function manyKinds(scene) {
  const made = document({
    shapes: [{type: 'box', box: {size: [40, 0.2, 40]}}, {type: 'sphere', sphere: {radius: 0.3}}],
    nodes: [
      {name: 'floor', translation: [0, -1, 0], ...fixed(0)},
      at(2, {name: 'one primitive', mesh: 0, ...body(1)}),
      at(4, {name: 'the same mesh', mesh: 0, ...body(1)}),
      at(6, {name: 'two primitives', mesh: 1, ...body(1)}),
      at(8, {name: 'two primitives again', mesh: 1, ...body(1)}),
      at(10, {name: 'mesh, camera and light', mesh: 2, camera: 0, ...body(1)}),
      at(12, {name: 'camera', camera: 0, ...body(1)}),
      at(14, {name: 'light', ...body(1)}),
      at(16, {name: 'nothing', ...body(1)}),
      at(18, {name: 'skinned', mesh: 3, skin: 0}),
      at(18, {name: 'joint', ...body(1)}),
      at(20, {name: 'instances', mesh: 4, ...body(1)}),
      at(22, {name: 'parent', ...body(1), children: [13]}),
      {name: 'child', mesh: 0},
      at(24, {name: 'of the second scene', mesh: 0, ...body(1)}),
      at(26, {name: 'of the third scene', mesh: 5, ...body(1)}),
    ],
    scenes: [{nodes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}, {nodes: [1, 14]}, {nodes: [15]}], scene,
    cameras: [{type: 'perspective', perspective: {yfov: 1, znear: 0.1}}],
    skins: [{joints: [10]}],
  });
  const primitive = {attributes: {POSITION: 0}};
  made.meshes = [[primitive], [primitive, {...primitive}], [primitive], [{attributes: {POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2}}], [primitive],
    [primitive]].map(primitives => ({primitives}));
  made.extensionsUsed.push('KHR_lights_punctual', 'EXT_mesh_gpu_instancing');
  made.extensions.KHR_lights_punctual = {lights: [{type: 'point'}]};
  for (const node of [5, 7]) made.nodes[node].extensions.KHR_lights_punctual = {light: 0};
  made.nodes[11].extensions.EXT_mesh_gpu_instancing = {attributes: {TRANSLATION: 0}};
  return made;
}

/** Of each node: whether it is drawn, and how far it is from where its body is. */
const nodes = () => page.evaluate(async () => {
  const {stage, loaded} = window.carom;
  const drawn = new Set();
  stage.scene.traverse(object => drawn.add(object));
  const {bodies} = (await window.carom.client.frame(['bodies'])).views;
  const places = new Map(Array.from({length: bodies.count}, (_, i) => [bodies.integers[2 * i], bodies.numbers.slice(16 * i, 16 * i + 3)]));
  return loaded.description.nodes.map(({name}, node) => {
    const object = stage.nodes[node];
    if (!object) return {name};
    const {x, y, z} = object.getWorldPosition(stage.camera.position.clone());
    const place = places.get(node);
    return {name, drawn: drawn.has(object), height: y, off: place ? Math.hypot(place[0] - x, place[1] - y, place[2] - z) : 0};
  });
});

for (const [scene, shown] of [[0, manyKinds(0).nodes.slice(0, 14).map(({name}) => name)], [1, ['one primitive', 'of the second scene']], [2, ['of the third scene']]]) {
  test(`the bodies of scene ${scene} of three move, and nothing of the others is there`, async () => {
    await chooseFile(page, `scene_${scene}.gltf`, JSON.stringify(manyKinds(scene)));
    await page.evaluate(() => window.carom.step(30));
    const found = await nodes();
    assert.deepEqual(found.filter(({drawn}) => drawn).map(({name}) => name), shown);
    for (const {name, drawn, off, height} of found) {
      if (!drawn || ['floor', 'skinned', 'child'].includes(name)) continue;
      assert.ok(off < 1e-6, `${name} is ${off} m from its body`);
      // 3 m - g t² / 2
      assert.ok(Math.abs(height - 3 + 9.81 / 8) < 0.1, `${name} is at ${height} m`);
    }
    noProblems();
  });
}

test('a file without scenes shows its roots, and an empty one nothing', async () => {
  const {scene, scenes, ...rest} = document({shapes: [{type: 'sphere', sphere: {radius: 0.3}}], nodes: [at(0, {name: 'root', mesh: 0, ...body(0)})]});
  await chooseFile(page, 'roots.gltf', JSON.stringify(rest));
  assert.deepEqual((await nodes()).map(({name, drawn}) => [name, drawn]), [['root', true]]);
  assert.ok(!(await page.evaluate(() => window.carom.stage.isBare)), 'its mesh is there');
  await chooseFile(page, 'empty.gltf', JSON.stringify({asset: {version: '2.0'}}));
  await page.evaluate(() => window.carom.step(1));
  assert.ok(await page.evaluate(() => window.carom.stage.isBare));
  noProblems();
});
