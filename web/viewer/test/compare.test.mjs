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

/** Shapes of the second canvas and of its camera's picture; what is drawn is squeezed where they differ. */
const shapes = () => page.evaluate(async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const {clientWidth, clientHeight} = document.getElementById('second');
  return {canvas: clientWidth / clientHeight, camera: window.carom.comparison.camera.aspect};
});

test('no comparison is drawn squeezed, neither the first nor a later one', async () => {
  for (const what of ['240 Hz', 'four times the substeps', 'nothing', '240 Hz', 'baked animation', '240 Hz']) {
    await compareWith(what);
    if (what === 'nothing') continue;
    const {canvas, camera} = await shapes();
    assert.equal(camera, canvas, what);
  }
  await page.evaluate(() => window.carom.open('scenes/motor.gltf'));
  await compareWith('240 Hz');
  const {canvas, camera} = await shapes();
  assert.equal(camera, canvas, 'after another scene');
  await compareWith('nothing');
  noProblems();
});

test('the picture becomes as narrow for two as it has to, and no farther away than that', async () => {
  await page.setViewportSize({width: 820, height: 1000});
  await page.evaluate(() => window.carom.open('scenes/shapes.gltf'));
  const distance = () => page.evaluate(async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const {camera, controls} = window.carom.stage;
    return camera.position.distanceTo(controls.target);
  });
  const before = await distance();
  await compareWith('240 Hz');
  const {canvas} = await shapes();
  const reach = aspect => Math.sin(Math.atan(Math.tan(Math.PI / 8) * Math.min(1, aspect)));
  const alone = await page.evaluate(() => document.getElementById('view').clientWidth / document.getElementById('view').clientHeight);
  assert.ok(Math.abs(await distance() / (before * reach(alone) / reach(canvas)) - 1) < 0.01, `${before} m, then ${await distance()} m`);
  await compareWith('nothing');
  await page.setViewportSize({width: 1280, height: 800});
  noProblems();
});

test('a scene that is loaded while two are compared is compared at once', async () => {
  await compareWith('240 Hz');
  await page.evaluate(() => window.carom.open('scenes/motor.gltf'));
  await until(page, () => /^Right: 240 Hz\. Farthest apart: 0/.test(document.getElementById('compare-note').textContent));
  assert.match(await page.locator('#clock').innerText(), /^step 0,/);
  await compareWith('nothing');
  noProblems();
});

/** Chooses one after the other without waiting, and waits until nothing is on its way any more. */
const hurry = choices => page.evaluate(async choices => {
  window.carom.options.bakeSeconds = 1;
  await Promise.all(choices.map(choice => {
    window.carom.options.compare = choice;
    return window.carom.compare();
  }));
  return {there: window.carom.comparison !== undefined, note: document.getElementById('compare-note').textContent};
}, choices);

test('what is chosen while an animation is baked counts, and nothing of the bake is left', async () => {
  await page.evaluate(() => window.carom.open('scenes/bowl.gltf'));
  const workers = page.workers().length;
  assert.deepEqual(await hurry(['baked animation', 'nothing']), {there: false, note: ''});
  const {there, note} = await hurry(['baked animation', '240 Hz']);
  assert.ok(there);
  assert.match(note, /^Right: 240 Hz\. /);
  assert.equal(page.workers().length, workers + 1);
  assert.match((await hurry(['240 Hz', 'baked animation', 'four times the substeps', 'baked animation'])).note, /^Right: the baked animation of 1 s\./);
  assert.deepEqual(await hurry(['240 Hz', 'nothing', '240 Hz', 'nothing']), {there: false, note: ''});
  assert.equal(page.workers().length, workers);
  assert.equal(await page.locator('#second').isVisible(), false);
  noProblems();
});

test('what is simulated goes on while an animation is baked, and a bake that is given up ends', async () => {
  const workers = page.workers().length;
  await page.evaluate(() => {
    window.carom.options.bakeSeconds = 60;  // Longer than this test.
    window.carom.options.compare = 'baked animation';
    window.baking = window.carom.compare();
  });
  if (page.workers().length === workers) await page.waitForEvent('worker');
  await page.evaluate(() => document.getElementById('play').click());
  await until(page, () => Number(/^step (\d+)/.exec(document.getElementById('clock').textContent)[1]) > 20);
  assert.match(await page.locator('#compare-note').innerText(), /on its way/);
  await page.evaluate(() => document.getElementById('play').click());
  await compareWith('nothing');
  await page.evaluate(() => window.baking);
  while (page.workers().length > workers) await page.waitForTimeout(50);
  noProblems();
});

test('a ball that is thrown is thrown into what is compared, too, and a restart starts both anew', async () => {
  await page.evaluate(() => window.carom.open('scenes/stack.gltf'));
  await compareWith('other filter reading');  // Which its filters do not care about.
  await step(5);
  const pause = () => page.evaluate(() => document.getElementById('play').click());
  for (const thrown of [1, 2]) {
    await page.evaluate(() => window.carom.throwBall());
    await pause();
    await page.evaluate(() => window.carom.seek(0));  // How far it has come by then depends on the machine.
    await step(15);
    assert.equal(await page.evaluate(() => window.carom.loaded.description.nodes.filter(node => node.name === 'thrown ball').length), thrown);
    assert.equal(await apart(), 0);
  }
  // What is compared later begins as the first did.
  await compareWith('nothing');
  await compareWith('other filter reading');
  await step(15);
  assert.ok(await apart() < 1e-3, `${await apart()} m`);  // Poses and velocities are set, and rounded.
  await page.evaluate(() => window.carom.restart());
  await step(30);
  assert.equal(await apart(), 0);
  // Balls are in that, too.
  await compareWith('four times the substeps');
  await step(1);
  assert.ok(await apart() < 0.1, `${await apart()} m`);
  await compareWith('baked animation');
  await page.evaluate(() => window.carom.throwBall());
  await pause();
  assert.equal(await page.locator('#status').innerText(), 'No ball can be thrown into a baked animation: the comparison has ended.');
  assert.equal(await page.locator('.lil-controller', {hasText: /^beside it/}).locator('select').inputValue(), 'nothing');
  assert.equal(await page.locator('#second').isVisible(), false);
  noProblems();
});

test('a ball into what is not there yet, or has another number of nodes, ends the comparison and says why', async () => {
  await page.evaluate(() => window.carom.open('scenes/stack.gltf'));
  await step(5);
  const status = () => page.locator('#status').innerText();
  const replaced = await page.evaluate(async () => {
    const {options, compare, throwBall, restart} = window.carom;
    options.compare = '240 Hz';
    void compare();
    await throwBall();
    const early = document.getElementById('status').textContent;
    // What replaces a comparison while a ball is thrown, or while it begins anew, stays.
    options.compare = '240 Hz';
    await restart();
    await compare();
    const thrown = throwBall();
    options.compare = 'four times the substeps';
    void compare();
    await thrown;
    const begun = restart();
    options.compare = '240 Hz';
    await compare();
    await begun;
    return [early, window.carom.comparison !== undefined];
  });
  assert.match(replaced[0], /the comparison has ended\.$/);
  assert.equal(await page.evaluate(() => window.carom.options.compare), '240 Hz');
  assert.ok(replaced[1]);
  assert.doesNotMatch(await status(), /closed/);
  const other = JSON.stringify({asset: {version: '2.0'}, scene: 0, scenes: [{nodes: [0]}], nodes: [{name: 'nothing'}]});
  await page.evaluate(() => window.carom.open('scenes/stack.gltf'));
  await compareWith('nothing');
  await chooseFiles(page, 'other-files', [{name: 'other.gltf', bytes: [...Buffer.from(other)]}]);
  await until(page, () => /^Right: other\.gltf/.test(document.getElementById('compare-note').textContent));
  await page.evaluate(() => window.carom.throwBall());
  assert.match(await status(), /another number of nodes/);
  await chooseFiles(page, 'other-files', [{name: 'other.gltf', bytes: [...Buffer.from(other)]}]);
  await until(page, () => document.getElementById('status').textContent === 'A ball has been thrown: restart (R) to compare with another file.');
  await page.evaluate(() => document.getElementById('play').click());
  await page.evaluate(() => window.carom.restart());
  noProblems();
});

test('a file that cannot be compared is said, and the menu says that nothing is compared', async () => {
  await compareWith('240 Hz');
  await chooseFiles(page, 'other-files', [{name: 'readme.txt', bytes: [1]}]);
  await until(page, () => document.getElementById('status').textContent === 'There is no .gltf or .glb among the files.');
  assert.equal(await page.locator('.lil-controller', {hasText: /^beside it/}).locator('select').inputValue(), 'nothing');
  assert.equal(await page.locator('#second').isVisible(), false);
  noProblems();
});
