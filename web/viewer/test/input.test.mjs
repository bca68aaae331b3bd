// What users do with the page besides the mouse: folders, keys, a gamepad, addresses; and what the panels say.
import assert from 'node:assert/strict';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';
import {nativeHash} from '../../carom/test/shipped_scenes.mjs';
import {chooseFiles, open, root, until} from './browser.mjs';
import {showPage} from './shown_page.mjs';

const {server, browser, page, noProblems} = await showPage();
const folder = mkdtempSync(path.join(tmpdir(), 'carom-input-'));
after(() => rmSync(folder, {recursive: true, force: true}));

const load = name => page.evaluate(address => window.carom.open(address), `scenes/${name}`);
const step = count => page.evaluate(count => window.carom.step(count), count);
const hash = () => page.evaluate(async () => (await window.carom.frame()).hash);
const status = () => page.evaluate(() => document.getElementById('status').textContent);
/**
 * Drops a folder with files, by path in it, or one of its files alone. Automation cannot drag from outside the browser, so they lie
 * in the browser's temporary file system, whose entries are of the same kind.
 */
function drop(name, files, alone) {
  return page.evaluate(async ([name, files, alone]) => {
    const call = (object, method, ...rest) => new Promise((resolve, reject) => object[method](...rest, resolve, reject));
    const system = await new Promise((resolve, reject) => webkitRequestFileSystem(0, 1 << 24, resolve, reject));
    const folder = await call(system.root, 'getDirectory', name, {create: true});
    for (const [path, bytes] of files) {
      const parts = path.split('/');
      let at = folder;
      for (const part of parts.slice(0, -1)) at = await call(at, 'getDirectory', part, {create: true});
      const file = await call(at, 'getFile', parts.at(-1), {create: true});
      if (bytes.length === 0) continue;
      const writer = await call(file, 'createWriter');
      await new Promise((resolve, reject) => {
        [writer.onwriteend, writer.onerror] = [resolve, reject];
        writer.write(new Blob([new Uint8Array(bytes)]));
      });
    }
    const entry = alone ? await call(folder, 'getFile', alone, {}) : folder;
    const event = new DragEvent('drop', {bubbles: true, cancelable: true});
    Object.defineProperty(event, 'dataTransfer', {value: {items: [{webkitGetAsEntry: () => entry}]}});
    document.getElementById('view').dispatchEvent(event);
  }, [name, files, alone]);
}

test('a folder is dropped, with a buffer in a folder of its own and more files than a browser names at once', async () => {
  const buffer = readFileSync(path.join(root, 'scenes', 'stack.bin'));
  const document = JSON.parse(readFileSync(path.join(root, 'scenes', 'stack.gltf'), 'utf8'));
  document.buffers[0].uri = 'data/deep/a%20buffer.bin';
  const text = Buffer.from(JSON.stringify(document));
  const notes = Array.from({length: 120}, (_, i) => [`a${i}.txt`, []]);
  await drop('scene', [...notes, ['in_folder.gltf', [...text]], ['data/deep/a buffer.bin', [...buffer]]]);
  await until(page, () => document.getElementById('status').textContent.startsWith('in_folder.gltf: '));
  await step(60);
  assert.equal(await hash(), await nativeHash(path.join(root, 'scenes', 'stack.gltf'), '--seconds', '1'));
  await drop('nothing', [['readme.txt', []]]);
  await until(page, () => document.getElementById('status').textContent === 'There is no .gltf or .glb among the files.');
  await step(1);
  noProblems();
});

test('a folder is chosen', async () => {
  const scene = path.join(folder, 'chosen');
  mkdirSync(path.join(scene, 'data'), {recursive: true});
  cpSync(path.join(root, 'scenes', 'stack.bin'), path.join(scene, 'data', 'stack.bin'));
  const document = JSON.parse(readFileSync(path.join(root, 'scenes', 'stack.gltf'), 'utf8'));
  document.buffers[0].uri = 'data/stack.bin';
  writeFileSync(path.join(scene, 'chosen.gltf'), JSON.stringify(document));
  await page.locator('#folder').setInputFiles(scene);
  await until(page, () => document.getElementById('status').textContent.startsWith('chosen.gltf: '));
  await step(60);
  assert.equal(await hash(), await nativeHash(path.join(scene, 'chosen.gltf'), '--seconds', '1'));
  noProblems();
});

test('a .glb is dropped', async () => {
  await load('bowl.gltf');
  const [download] = await Promise.all([page.waitForEvent('download'), page.evaluate(() => {
    window.carom.options.bakeSeconds = 1;
    void window.carom.saving.glb();
  })]);
  await drop('files', [['alone.glb', [...readFileSync(await download.path())]]], 'alone.glb');
  await until(page, () => document.getElementById('status').textContent.startsWith('alone.glb: '));
  await step(1);
  noProblems();
});

test('a body is chosen, pulled, moved and let go by keys', async () => {
  await load('shapes.gltf');
  await step(200);
  await page.locator('#canvas').focus();
  await page.keyboard.press('g');
  assert.match(await status(), /Choose a body first/);
  await page.keyboard.press('n');
  const first = await page.evaluate(() => window.carom.selected);
  assert.ok(first >= 0);
  await page.keyboard.press('n');
  assert.notEqual(await page.evaluate(() => window.carom.selected), first);
  await page.keyboard.press('p');
  assert.equal(await page.evaluate(() => window.carom.selected), first);
  assert.match(await status(), /is chosen: G pulls it/);
  const place = () => page.evaluate(node => {
    const {stage} = window.carom;
    return stage.nodes[node].getWorldPosition(stage.camera.position.clone()).toArray();
  }, first);
  const start = await place();
  await page.keyboard.press('g');
  assert.match(await status(), /is pulled: arrow keys move the point/);
  for (let i = 0; i < 6; ++i) await page.keyboard.press('ArrowUp');
  await step(60);
  const lifted = await place();
  assert.ok(lifted[1] > start[1] + 0.3, `${start} then ${lifted}`);
  for (let i = 0; i < 4; ++i) await page.keyboard.press('PageUp');
  await step(60);
  const away = await place();
  const along = await page.evaluate(() => {
    const {camera} = window.carom.stage;
    return camera.getWorldDirection(camera.position.clone()).toArray();
  });
  assert.ok(along.reduce((sum, value, k) => sum + value * (away[k] - lifted[k]), 0) > 0.2, 'away from the camera');
  await page.keyboard.press('g');
  await step(120);
  assert.ok((await place())[1] < away[1] - 0.2, 'it falls when it is let go');
  // Without a body in hand the same keys do nothing to it.
  const resting = await place();
  await page.keyboard.press('ArrowUp');
  await step(5);
  assert.ok(Math.abs((await place())[1] - resting[1]) < 0.05);
  noProblems();
});

test('the status says when a body is no longer pulled, however it was let go', async () => {
  await load('shapes.gltf');
  await page.locator('#canvas').focus();
  await page.keyboard.press('n');
  const name = /^(.*) is chosen/.exec(await status())[1];
  for (const key of ['Escape', 'g', 'r']) {
    await page.keyboard.press('g');
    assert.match(await status(), /is pulled: arrow keys move the point/);
    await page.keyboard.press(key);
    assert.equal(await status(), `${name} is let go.`, key);
  }
  await page.keyboard.press('g');
  await page.locator('#canvas').click({position: {x: 20, y: 20}});
  assert.equal(await status(), `${name} is let go.`, 'the mouse');
  noProblems();
});

test('everything can be reached by the tabulator, and the focus is seen', async () => {
  await load('stack.gltf');
  await page.evaluate(() => document.activeElement?.blur());
  const seen = new Set();
  for (let i = 0; i < 300; ++i) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const item = document.activeElement;
      if (!item || item === document.body) return null;
      return {id: item.id || item.closest('[id]')?.id || item.tagName, outline: getComputedStyle(item).outlineStyle, name: item.outerHTML.slice(0, 100)};
    });
    if (!at) continue;  // Past the end, and on from the top.
    assert.notEqual(at.outline, 'none', at.name);
    seen.add(at.id);
  }
  for (const id of ['gallery', 'open', 'open-folder', 'theme', 'tree', 'canvas', 'controls', 'play', 'step', 'restart', 'scrub']) assert.ok(seen.has(id), id);
  noProblems();
});

test('a gamepad drives', async () => {
  await load('vehicles/car.gltf');
  await step(30);
  const still = await hash();
  const pad = (trigger, axis) => page.evaluate(([trigger, axis]) => {
    const buttons = Array.from({length: 17}, (_, i) => ({value: i === 7 ? trigger : 0, pressed: false, touched: false}));
    navigator.getGamepads = () => [{connected: true, axes: [axis, 0, 0, 0], buttons}];
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, [trigger, axis]);
  const activation = () => page.evaluate(async () => {
    const {vehicles} = (await window.carom.client.frame(['vehicles'])).views;
    return [vehicles.numbers[2], vehicles.numbers[4]];
  });
  await pad(1, 0);
  await step(30);
  assert.deepEqual(await activation(), [1, 0]);
  assert.notEqual(await hash(), still);
  await pad(0.5, -1);
  await step(1);
  assert.deepEqual(await activation(), [0.5, 1], 'half the throttle, to the left');
  await pad(0, 0.05);
  await step(1);
  const [forward, turn] = await activation();
  assert.ok(forward === 0 && turn === 0, 'a stick that is nearly in its middle is in its middle');
  noProblems();
});

test('the address names a scene', async () => {
  const other = await open(browser, `${server.url}?scene=scenes/motor.gltf`);
  assert.match(await other.page.locator('#status').innerText(), /^motor\.gltf: /);
  assert.equal(await other.page.locator('#gallery').inputValue(), 'motor.gltf');
  assert.deepEqual(other.problems, []);
  await other.context.close();
  const wrong = await browser.newPage();
  const errors = [];
  wrong.on('pageerror', error => errors.push(String(error)));
  await wrong.goto(`${server.url}?scene=scenes/none.gltf`);
  await wrong.evaluate(() => window.carom.ready);
  assert.match(await wrong.locator('#status').innerText(), /none\.gltf answers 404/);
  await wrong.evaluate(() => window.carom.open('scenes/stack.gltf'));
  assert.match(await wrong.locator('#status').innerText(), /^stack\.gltf: /);
  assert.deepEqual(errors, []);
  await wrong.close();
});

test('slow motion makes fewer steps for the same time', async () => {
  await load('bowl.gltf');
  const control = page.locator('.lil-controller', {hasText: /^speed/}).locator('select');
  // Time as the worker counts it, not as the clock does.
  const stepsOf = async speed => {
    await control.selectOption(speed);
    await page.evaluate(() => window.carom.restart());
    await page.evaluate(() => document.getElementById('play').click());
    await until(page, async () => (await window.carom.frame()).playing);
    const made = await page.workers()[0].evaluate(() => {
      const {simulator} = self;
      const before = simulator.stepCount;
      for (let i = 0; i < 10; ++i) simulator.tick(1 / 60);
      return simulator.stepCount - before;
    });
    await page.evaluate(() => document.getElementById('play').click());
    return made;
  };
  const [full, quarter] = [await stepsOf('1'), await stepsOf('1/4')];
  assert.ok(quarter >= 2 && quarter <= 3, `${quarter} steps in 10 frames at a quarter of the speed`);
  assert.ok(full > quarter, `${full} steps at full speed`);
  await control.selectOption('1');
  noProblems();
});

test('rate, substeps, sleeping and gravity are those of the controls', async () => {
  await load('shapes.gltf');
  const native = (...words) => nativeHash(path.join(root, 'scenes', 'shapes.gltf'), '--seconds', '1', ...words);
  const controller = text => page.locator('.lil-controller', {hasText: text});
  const changed = async change => {
    await change();
    await until(page, async () => (await window.carom.frame()).step === 0);
  };
  await changed(() => controller(/^steps per second/).locator('select').selectOption('120'));
  await step(120);
  assert.equal(await hash(), await native('--rate', '120'));
  await changed(() => controller(/^steps per second/).locator('select').selectOption('60'));
  await changed(async () => {
    await controller(/^substeps/).locator('input').fill('8');
    await page.keyboard.press('Enter');
  });
  await step(60);
  assert.equal(await hash(), await native('--substeps', '8'));
  await controller(/^substeps/).locator('input').fill('4');
  await page.keyboard.press('Enter');
  await changed(() => controller(/^own gravity/).locator('input').check());
  await controller(/^gravity, m/).locator('input').fill('-1.62');
  await page.keyboard.press('Enter');
  await until(page, async () => (await window.carom.frame()).gravity[1] === -1.62);
  await step(60);
  assert.equal(await hash(), await native('--gravity', '0,-1.62,0'));
  await changed(() => controller(/^own gravity/).locator('input').uncheck());
  await changed(() => controller(/^sleeping/).locator('input').uncheck());
  await step(60);
  assert.equal(await hash(), await native('--no-sleep'));
  await changed(() => controller(/^sleeping/).locator('input').check());
  noProblems();
});

test('properties have units and say where they come from', async () => {
  await load('motion.gltf');
  await step(1);
  const from = new Set();
  for (let i = 0, count = await page.locator('#tree button').count(); i < count; ++i) {
    const rows = await page.evaluate(async i => {
      document.querySelectorAll('#tree button')[i].click();
      await window.carom.frame();
      return [...document.querySelectorAll('#properties tr')].map(row => [...row.cells].map(cell => cell.textContent));
    }, i);
    for (const [name, value, origin] of rows) {
      from.add(origin);
      const unit = {mass: 'kg', 'centre of mass': 'm', inertia: 'kg·m²', velocity: 'm/s', 'angular velocity': 'rad/s', position: 'm'}[name];
      if (unit) assert.ok(value.endsWith(` ${unit}`), `${name}: ${value}`);
    }
  }
  for (const origin of ['file', 'default', 'computed', 'now']) assert.ok(from.has(origin), origin);
  noProblems();
});

test('events, plots and the filter matrix', async () => {
  await load('triggers.gltf');
  await step(200);
  assert.match(await page.locator('#events').textContent(), /trigger enter: /);
  const plots = () => page.evaluate(() => [...document.querySelectorAll('#plots canvas')].map(canvas => canvas.toDataURL()));
  const before = await plots();
  assert.equal(before.length, 3);
  for (let i = 0; i < 5; ++i) await step(10);
  await until(page, before => [...document.querySelectorAll('#plots canvas')].every((canvas, i) => canvas.toDataURL() !== before[i]), before);
  await load('filters.gltf');
  const cells = await page.evaluate(() => [...document.querySelectorAll('#filters td')].map(cell => cell.textContent));
  assert.ok(cells.includes('yes') && cells.includes('no'), String(cells));
  noProblems();
});

test('on a tablet everything is there and nothing is wider than the page', async () => {
  await load('motor.gltf');
  for (const [width, height] of [[820, 1180], [1180, 820], [768, 1024]]) {
    await page.setViewportSize({width, height});
    const {wide, canvas} = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      canvas: document.getElementById('canvas').getBoundingClientRect().toJSON(),
    }));
    assert.ok(wide <= width, `${wide} of ${width}`);
    assert.ok(canvas.width > 0.4 * width && canvas.height > 0.35 * height, JSON.stringify(canvas));
    for (const id of ['tree', 'controls', 'play', 'scrub', 'status']) assert.ok(await page.locator(`#${id}`).isVisible(), id);
    const tooLong = await page.evaluate(() => [...document.querySelectorAll('#controls .lil-title')]
      .filter(title => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight).map(title => title.textContent));
    assert.deepEqual(tooLong, [], `titles that leave their rows, ${width} px`);
    await until(page, () => [...document.querySelectorAll('#plots .uplot')].every(plot => plot.getBoundingClientRect().width === document.getElementById('plots').clientWidth));
  }
  await page.setViewportSize({width: 1280, height: 800});
});

/** Contrast of two colours, as the Web Content Accessibility Guidelines define it. */
function contrast(one, other) {
  const light = color => {
    const [r, g, b] = color.map(value => value / 255).map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

test('texts have enough contrast in both themes', async () => {
  await load('filters.gltf');
  await step(30);
  for (const theme of ['light', 'dark']) {
    await page.evaluate(name => window.carom.setTheme(name), theme);
    const texts = await page.evaluate(() => {
      const numbers = color => (color.match(/[\d.]+/g) ?? []).map(Number);
      return [...document.querySelectorAll('body *')].filter(item => item.checkVisibility() && [...item.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
        .map(item => {
          let back = item, color = [];
          while (back && ((color = numbers(getComputedStyle(back).backgroundColor)), color.length === 4 && color[3] < 1)) back = back.parentElement;
          return {text: item.textContent.trim().slice(0, 40), color: numbers(getComputedStyle(item).color).slice(0, 3), back: color.slice(0, 3)};
        });
    });
    assert.ok(texts.length > 40);
    for (const {text, color, back} of texts) assert.ok(contrast(color, back) >= 4.5, `${theme}: "${text}" ${color} on ${back}: ${contrast(color, back).toFixed(2)}`);
  }
  noProblems();
});
