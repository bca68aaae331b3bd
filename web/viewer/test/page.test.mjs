// The page in Chromium: every scene of the gallery, files, the mouse, keys, overlays, going back, saving.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import validator from 'gltf-validator';
import {nativeHash} from '../../carom/test/shipped_scenes.mjs';
import {built, chooseFiles, open, root, until as pageUntil} from './browser.mjs';
import {showPage} from './shown_page.mjs';

const {server, browser, page, context, noProblems} = await showPage();

const inPage = (what, argument) => page.evaluate(what, argument);
const load = name => inPage(address => window.carom.open(address), `scenes/${name}`);
const frame = () => inPage(async () => {
  const {step, hash, time, failure, statistics} = await window.carom.frame();
  return {step, hash, time, failure, statistics};
});
const until = (what, argument) => pageUntil(page, what, argument);
/** Of the pixels that the canvas has now. */
async function picture() {
  const pixels = await inPage(() => {
    window.carom.stage.render();
    return window.carom.stage.canvas.toDataURL();
  });
  return createHash('sha256').update(pixels).digest('hex');
}

const names = JSON.parse(readFileSync(path.join(built, 'scenes', 'list.json'), 'utf8'));
test('the gallery has the shipped scenes', () => assert.ok(names.length > 15));

for (const name of names) {
  test(`${name}: 120 steps give the native hash`, async () => {
    await load(name);
    await inPage(() => window.carom.step(120));
    const {step, hash} = await frame();
    assert.equal(step, 120);
    assert.equal(hash, await nativeHash(path.join(root, 'scenes', name), '--seconds', '2'));
    noProblems();
  });
}

test('threads are refused with the reason where the page is not isolated', async () => {
  const other = await open(browser, `${server.url}?threads=4`);
  assert.match(await other.page.locator('#status').innerText(), /one thread: the page is not cross-origin isolated/);
  assert.deepEqual(other.problems, []);
  await other.context.close();
});

test('back and forward again gives the same hash', async () => {
  await load('shapes.gltf');
  const hashes = [];
  for (let i = 0; i < 6; ++i) {
    await inPage(() => window.carom.step(10));
    hashes.push((await frame()).hash);
  }
  assert.equal(new Set(hashes).size, 6);
  for (const i of [1, 4, 0, 5, 3]) {
    await inPage(to => window.carom.seek(to), 10 * (i + 1));
    assert.deepEqual(await frame().then(({step, hash}) => [step, hash]), [10 * (i + 1), hashes[i]]);
  }
  await page.locator('#scrub').fill('20');
  await page.waitForFunction(() => document.getElementById('clock').textContent.startsWith('step 20,'));
  assert.equal((await frame()).hash, hashes[1]);
  noProblems();
});

const SHOWING = {
  colliders: 'shapes.gltf', contacts: 'stack.gltf', joints: 'omi.gltf', masses: 'shapes.gltf', velocities: 'shapes.gltf',
  triggers: 'triggers.gltf', gravity: 'planet.gltf', wheels: 'vehicles/car.gltf', bounds: 'shapes.gltf', islands: 'stack.gltf',
};
for (const [overlay, scene] of Object.entries(SHOWING)) {
  test(`the overlay "${overlay}" is seen`, async () => {
    await load(scene);
    await inPage(() => window.carom.step(20));
    await inPage(name => window.carom.overlay(name, false), overlay);
    const without = await picture();
    await inPage(name => window.carom.overlay(name, true), overlay);
    const withIt = await picture();
    await inPage(name => window.carom.overlay(name, false), overlay);
    assert.notEqual(withIt, without);
    assert.equal(await picture(), without, 'off again');
    noProblems();
  });
}

test('an overlay that has nothing to show shows nothing', async () => {
  await load('stack.gltf');
  const without = await picture();
  await inPage(() => window.carom.overlay('wheels', true));
  assert.equal(await picture(), without);
  await inPage(() => window.carom.overlay('wheels', false));
});

const drop = files => chooseFiles(page, 'files', files);
const status = pattern => page.waitForFunction(
  source => new RegExp(source).test(document.getElementById('status').textContent), pattern);

test('a behaviour graph runs: its log, its events and what it moves are seen', async () => {
  await load('growing.gltf');
  const grown = () => inPage(async () => {
    await window.carom.step(60);
    return window.carom.stage.nodes[1].scale.toArray();
  });
  const [first, second] = [await grown(), await grown()];
  assert.ok(first.some((value, k) => value !== 1 || value !== second[k]), `${first} then ${second}`);
  assert.ok(await page.locator('#behaviour').isVisible());
  await page.getByRole('button', {name: 'Send “again”'}).click();
  const before = (await frame()).hash;
  await inPage(() => window.carom.step(30));
  assert.notEqual((await frame()).hash, before);
  await load('door.gltf');
  await inPage(() => window.carom.step(90));
  assert.match(await page.locator('#events').textContent(), /1\.13 s graph: node 5 comes/);
  await load('stack.gltf');
  assert.ok(!(await page.locator('#behaviour').isVisible()), 'no graph, no panel');
  noProblems();
});

test('a scene with its files is opened', async () => {
  const file = name => ({name, bytes: [...readFileSync(path.join(root, 'scenes', name))]});
  await drop([file('stack.bin'), file('stack.gltf')]);
  await status('^stack\\.gltf: ');
  await inPage(() => window.carom.step(60));
  assert.equal((await frame()).hash, await nativeHash(path.join(root, 'scenes', 'stack.gltf'), '--seconds', '1'));
  noProblems();
});

test('a broken file says what is wrong, and the page lives on', async () => {
  const document = JSON.parse(readFileSync(path.join(root, 'scenes', 'stack.gltf'), 'utf8'));
  document.nodes.find(node => node.extensions?.KHR_physics_rigid_bodies?.collider).extensions.KHR_physics_rigid_bodies.collider.geometry.shape = 999;
  const beside = {name: 'stack.bin', bytes: [...readFileSync(path.join(root, 'scenes', 'stack.bin'))]};
  await drop([{name: 'broken.gltf', bytes: [...Buffer.from(JSON.stringify(document))]}, beside]);
  await status('broken\\.gltf cannot be loaded');
  assert.match(await page.locator('#diagnostics').innerText(), /error: \/nodes\/\d+.*999/);
  await drop([{name: 'noise.glb', bytes: [1, 2, 3]}]);
  await status('noise\\.glb cannot be loaded');
  await load('stack.gltf');
  assert.equal((await frame()).step, 0);
  noProblems();
});

test('a body is pulled with the mouse', async () => {
  await load('vehicles/car.gltf');
  await load('shapes.gltf');
  await inPage(() => window.carom.step(200));
  const place = await inPage(async () => {
    // A body that the ray through its middle meets first.
    const {stage, client, loaded} = window.carom;
    const box = stage.canvas.getBoundingClientRect();
    for (const {node} of loaded.description.motions) {
      const at = stage.nodes[node].getWorldPosition(stage.camera.position.clone());
      const origin = stage.camera.position;
      const hit = await client.ask('pick', {origin: origin.toArray(), direction: at.clone().sub(origin).toArray()});
      at.project(stage.camera);
      if (hit?.node === node && Math.abs(at.x) < 0.8 && Math.abs(at.y) < 0.7)
        return {node, x: box.left + (at.x + 1) / 2 * box.width, y: box.top + (1 - at.y) / 2 * box.height};
    }
    return null;
  });
  assert.ok(place);
  const height = () => inPage(node => window.carom.stage.nodes[node].getWorldPosition(window.carom.stage.camera.position.clone()).y, place.node);
  const start = await height();
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  await page.waitForFunction(() => !window.carom.stage.controls.enabled);
  await page.mouse.move(place.x, place.y - 60, {steps: 4});
  for (let i = 0; i < 6; ++i) await inPage(() => window.carom.step(10));
  const lifted = await height();
  await page.mouse.up();
  assert.ok(lifted > start + 0.1, `${start} m and ${lifted} m`);
  await inPage(() => window.carom.step(120));
  assert.ok(await height() < lifted - 0.05, 'it falls when it is let go');
  assert.equal(await page.locator('#tree [aria-current=true]').getAttribute('data-node'), String(place.node));
  noProblems();
});

test('a ball is thrown and knocks a box over', async () => {
  await load('stack.gltf');
  await inPage(() => window.carom.step(30));
  await inPage(() => {
    // Look at a box half way up.
    const {stage, loaded} = window.carom;
    const places = loaded.description.motions.map(({node}) => stage.nodes[node].getWorldPosition(stage.camera.position.clone()));
    places.sort((a, b) => a.y - b.y);
    stage.controls.target.copy(places[Math.floor(places.length / 2)]);
    stage.controls.update();
    stage.render();
  });
  await page.locator('#canvas').focus();
  await page.keyboard.press('b');
  await page.waitForFunction(() => window.carom.loaded.description.nodes.at(-1).name === 'thrown ball');
  await until(async () => (await window.carom.frame()).step > 3);
  // It plays as fast as the machine can; from the throw on it is always the same.
  await inPage(() => window.carom.seek(0));
  const places = () => inPage(() => {
    const {stage, loaded} = window.carom;
    return loaded.description.motions.map(({node}) => stage.nodes[node].getWorldPosition(stage.camera.position.clone()).toArray());
  });
  const before = await places();
  await inPage(() => window.carom.step(60));
  const after = await places();
  const moved = before.map((from, i) => Math.hypot(...from.map((value, k) => after[i][k] - value)));
  assert.equal(before.length, 47, 'one body more');
  assert.ok(moved.at(-1) > 2, `the ball has flown ${moved.at(-1)} m`);
  assert.ok(moved.slice(0, -1).some(way => way > 0.1), `the boxes have moved ${Math.max(...moved.slice(0, -1))} m at most`);
  noProblems();
});

test('a car is driven round a cone by keys', async () => {
  await load('vehicles/car.gltf');
  await inPage(() => window.carom.step(30));
  const car = () => inPage(() => {
    const {stage, loaded} = window.carom;
    const at = stage.nodes[loaded.description.vehicles[0].node].getWorldPosition(stage.camera.position.clone());
    return [at.x, at.z];
  });
  await page.locator('#canvas').focus();
  const start = await car();
  const held = async (keys, steps) => {
    for (const key of keys) await page.keyboard.down(key);
    // The page tells the vehicle in its next frame, at the latest in the one after it.
    await inPage(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    await inPage(count => window.carom.step(count), steps);
    for (const key of keys) await page.keyboard.up(key);
  };
  await held(['ArrowUp'], 60);
  const trace = [];
  for (let i = 0; i < 30; ++i) {
    await held(['ArrowUp', 'ArrowLeft'], 20);
    trace.push(await car());
  }
  // The cone: the middle of the circle that the car's lock and speed give.
  const around = trace.map(([x, z]) => [x - 11.7, z - 10.8]);
  let turned = 0;
  for (let i = 1; i < around.length; ++i) {
    const [[a, b], [c, d]] = [around[i - 1], around[i]];
    turned += Math.atan2(a * d - b * c, a * c + b * d);
  }
  assert.ok(Math.abs(turned) > 2 * Math.PI, `it has gone ${turned / 2 / Math.PI} times round the cone`);
  assert.ok(around.every(at => Math.hypot(...at) > 2), 'and never over it');
  assert.notDeepEqual(start, trace.at(-1));
  noProblems();
});

test('play, pause, and the keys for them', async () => {
  await load('bowl.gltf');
  await page.locator('#canvas').focus();
  await page.keyboard.press(' ');
  await until(async () => (await window.carom.frame()).step > 3);
  await page.keyboard.press(' ');
  await until(async () => !(await window.carom.frame()).playing);
  const {step} = await frame();
  await page.keyboard.press('.');
  await until(async last => (await window.carom.frame()).step === last + 1, step);
  const {hash} = await frame();
  assert.match(await page.locator('#numbers').innerText(), new RegExp(`state ${hash} · \\d+\\.\\d\\d ms a step · \\d+ awake, \\d+ asleep · \\d+ contacts`));
  await page.keyboard.press('r');
  await until(async () => (await window.carom.frame()).step === 0);
  noProblems();
});

test('the view is turned by keys', async () => {
  await load('shapes.gltf');
  const seen = [await picture()];
  await page.locator('#canvas').focus();
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', '-']) {
    await page.keyboard.press(key);
    seen.push(await picture());
  }
  assert.equal(new Set(seen).size, seen.length);
  noProblems();
});

test('two settings side by side', async () => {
  await load('shapes.gltf');
  await inPage(async () => {
    window.carom.options.compare = '240 Hz';
    await window.carom.compare();
    await window.carom.step(60);
  });
  assert.match(await page.locator('#compare-note').innerText(), /240 Hz.*Farthest apart: [\d.e-]+ m/);
  assert.ok(await page.locator('#second').isVisible());
  await inPage(async () => {
    window.carom.options.compare = 'nothing';
    await window.carom.compare();
  });
  assert.ok(!(await page.locator('#second').isVisible()));
  noProblems();
});

const comparing = what => inPage(async choice => {
  window.carom.options.compare = choice;
  await window.carom.compare();
}, what);
const apart = async () => Number(/apart: ([\d.e-]+) m/.exec(await page.locator('#compare-note').innerText())[1]);

test('two revisions of a file side by side', async () => {
  await load('stack.gltf');
  const beside = {name: 'stack.bin', bytes: [...readFileSync(path.join(root, 'scenes', 'stack.bin'))]};
  const document = JSON.parse(readFileSync(path.join(root, 'scenes', 'stack.gltf'), 'utf8'));
  const choose = async revision => {
    await chooseFiles(page, 'other-files', [{name: 'revision.gltf', bytes: [...Buffer.from(JSON.stringify(revision))]}, beside]);
    await page.waitForFunction(() => window.document.getElementById('compare-note').textContent.startsWith('Right: revision.gltf.'));
  };
  await choose(document);
  await inPage(() => window.carom.step(30));
  assert.equal(await apart(), 0, 'the same file moves in the same way');
  await comparing('nothing');
  await inPage(() => window.carom.restart());
  document.nodes.find(node => node.extensions?.KHR_physics_rigid_bodies?.motion).translation[1] += 1;
  await choose(document);
  await inPage(() => window.carom.step(1));
  assert.ok(Math.abs(await apart() - 1) < 0.01, `${await apart()} m`);
  await comparing('nothing');
  noProblems();
});

test('the baked animation beside the live run', async () => {
  await load('bowl.gltf');
  await inPage(() => (window.carom.options.bakeSeconds = 1));
  await comparing('baked animation');
  assert.ok(await page.locator('#second').isVisible());
  for (const steps of [10, 20, 30]) {
    await inPage(count => window.carom.step(count), steps);
    // As far as keys are left out when an animation is written.
    assert.ok(await apart() < 0.01, `${await apart()} m`);
  }
  await inPage(() => window.carom.step(60));
  assert.ok(await apart() > 0.01, 'the live run goes on, and the animation of one second does not');
  await comparing('nothing');
  noProblems();
});

test('a drive goes where its slider says', async () => {
  await load('motor.gltf');
  const folder = page.locator('.lil-title', {hasText: 'Drives, thrusters and wheels'});
  assert.ok(await folder.isVisible());
  const before = (await inPage(() => window.carom.step(30)), (await frame()).hash);
  await inPage(() => window.carom.restart());
  await page.locator('.lil-controller', {hasText: /about Z, rad/}).last().locator('input').fill('5');
  await page.keyboard.press('Enter');
  await inPage(() => window.carom.step(30));
  assert.notEqual((await frame()).hash, before);
  await load('stack.gltf');
  assert.ok(!(await folder.isVisible()), 'no drive, no slider');
  noProblems();
});

async function saved(what) {
  const [download] = await Promise.all([page.waitForEvent('download'), inPage(name => void window.carom.saving[name](), what)]);
  return {name: download.suggestedFilename(), bytes: readFileSync(await download.path())};
}

test('what is saved is what it should be', async () => {
  await load('bowl.gltf');
  await inPage(() => (window.carom.options.bakeSeconds = 1));
  const glb = await saved('glb');
  assert.equal(glb.name, 'bowl_baked.glb');
  const report = await validator.validateBytes(new Uint8Array(glb.bytes));
  assert.deepEqual(report.issues.messages.filter(message => message.severity < 2), []);
  assert.equal(report.info.animationCount, 1);
  const csv = await saved('csv');
  assert.equal(csv.bytes.toString().trim().split('\n').length, 1 + 61 * 60);
  const png = await saved('png');
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  await inPage(() => window.carom.saving.film());
  for (let i = 0; i < 20; ++i) await inPage(() => window.carom.step(1));
  const film = await saved('film');
  assert.equal(film.name, 'bowl.webm');
  assert.deepEqual([...film.bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
  const recording = await saved('recording');
  assert.equal(recording.name, 'bowl.caromrec');
  assert.ok(recording.bytes.length > 100);
  noProblems();
});

test('both themes, and nothing is without a name for those who do not see it', async () => {
  for (const theme of ['dark', 'light']) {
    await inPage(name => window.carom.setTheme(name), theme);
    assert.equal(await inPage(() => document.documentElement.dataset.theme), theme);
  }
  const nameless = await inPage(() => [...document.querySelectorAll('button, select, input:not([type=file]), canvas')]
    .filter(item => !item.closest('.lil-gui') && !item.ariaLabel && !item.textContent.trim() && !item.labels?.length).map(item => item.outerHTML));
  assert.deepEqual(nameless, []);
  noProblems();
});

test('nothing is asked for once the page is there: it works offline', async () => {
  await context.setOffline(true);
  try {
    await inPage(() => window.carom.restart());
    await inPage(() => window.carom.step(10));
    assert.equal((await frame()).step, 10);
    const hosts = await inPage(() => [...new Set(performance.getEntriesByType('resource').map(entry => new URL(entry.name).origin))]);
    assert.ok(hosts.every(origin => origin === new URL(server.url).origin || origin === 'null'), String(hosts));
  } finally {
    await context.setOffline(false);
  }
  noProblems();
});
