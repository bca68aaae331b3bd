// carom view: the page and the scene from the program, for this user alone.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {program} from '../../carom/test/shipped_scenes.mjs';
import {launch, open, root} from './browser.mjs';
import {chooseFile} from './shown_page.mjs';

let folder, server, url;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carom-view-'));
  for (const name of ['stack.gltf', 'stack.bin']) cpSync(path.join(root, 'scenes', name), path.join(folder, name));
  server = spawn(program, ['view', path.join(folder, 'stack.gltf'), '--no-open'], {stdio: ['ignore', 'pipe', 'inherit']});
  url = await new Promise((resolve, reject) => {
    server.stdout.on('data', data => resolve(String(data).trim()));
    server.on('exit', code => reject(new Error(`carom view ended with ${code}`)));
  });
});
after(() => {
  server?.kill('SIGTERM');
  rmSync(folder, {recursive: true, force: true});
});

/** Status and text, with the path as written: fetch would tidy it. */
function get(where, headers = {}) {
  const {port} = new URL(url);
  return new Promise((resolve, reject) => {
    request({host: '127.0.0.1', port, path: where, headers}, response => {
      let text = '';
      response.on('data', part => (text += part));
      response.on('end', () => resolve({status: response.statusCode, text, headers: response.headers}));
    }).on('error', reject).end();
  });
}
const start = () => new URL(url).pathname;

test('the address has a token of 128 bits and is on this machine alone', () => {
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\?scene=scene\/stack\.gltf&watch=revision$/);
});

test('the page and the scene are there', async () => {
  assert.equal((await get(start())).status, 200);
  const scene = await get(`${start()}scene/stack.gltf`);
  assert.equal(scene.status, 200);
  assert.equal(scene.text, readFileSync(path.join(folder, 'stack.gltf'), 'utf8'));
  assert.equal(scene.headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal(scene.headers['access-control-allow-origin'], undefined);
});

test("the engine's code is sent so that it is compiled while it comes", async () => {
  const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec((await get(start())).text);
  const [worker] = /assets\/worker-[\w-]+\.js|worker-[\w-]+\.js/.exec((await get(start() + script)).text);
  const [code] = /carom-[\w-]+\.wasm/.exec((await get(`${start()}assets/${worker.split('/').at(-1)}`)).text);
  const {status, headers} = await get(`${start()}assets/${code}`);
  assert.deepEqual([status, headers['content-type']], [200, 'application/wasm']);
});

test('nothing else is', async () => {
  symlinkSync('/etc/hostname', path.join(folder, 'link'));
  for (const where of ['/', '/index.html', `/${'0'.repeat(32)}/`, `${start()}scene/../../etc/passwd`, `${start()}scene/%2e%2e/%2e%2e/etc/passwd`,
    `${start()}scene//etc/passwd`, `${start()}../`, `${start()}%2e%2e/%2e%2e/CMakeLists.txt`, `${start()}scene/link`, `${start()}scene/`,
    `${start()}scene/gone.bin`, `${start()}scene/stack.gltf%00`]) {
    assert.equal((await get(where)).status, 404, where);
  }
});

test('requests of other origins and under other names are refused', async () => {
  assert.equal((await get(start(), {origin: 'https://example.org'})).status, 404);
  assert.equal((await get(start(), {host: 'example.org'})).status, 404);
  assert.equal((await get(start(), {host: new URL(url).host, origin: new URL(url).origin})).status, 200);
});

test('the page shows the scene and loads it again when the file changes', async () => {
  const browser = await launch();
  try {
    const {page, problems} = await open(browser, url);
    await page.evaluate(() => window.carom.step(5));
    const bodies = await page.evaluate(() => window.carom.loaded.description.motions.length);
    // Wait until the page knows how the folder is now.
    await page.waitForResponse(response => response.url().endsWith('/revision'));
    await page.waitForResponse(response => response.url().endsWith('/revision'));
    const document = JSON.parse(readFileSync(path.join(folder, 'stack.gltf'), 'utf8'));
    const node = document.nodes.find(one => one.extensions?.KHR_physics_rigid_bodies?.motion);
    delete node.extensions.KHR_physics_rigid_bodies.motion;
    writeFileSync(path.join(folder, 'stack.gltf'), JSON.stringify(document));
    await page.waitForFunction(count => window.carom.loaded.description.motions.length === count - 1, bodies);
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
});

test('a file that the user has opened stays when something in the folder changes, until the served scene is opened again', async () => {
  const browser = await launch();
  try {
    const {page, problems} = await open(browser, url);
    const revision = () => page.waitForResponse(response => response.url().endsWith('/revision'));
    await revision();
    await revision();
    const other = readFileSync(path.join(root, 'scenes', 'triggers.gltf'));
    await chooseFile(page, 'mine.gltf', other);
    const before = await page.locator('#status').innerText();
    writeFileSync(path.join(folder, 'note.txt'), 'changed');
    for (let i = 0; i < 4; ++i) await revision();
    assert.equal(await page.locator('#status').innerText(), before);
    await page.evaluate(() => window.carom.open('scene/stack.gltf'));
    await page.evaluate(() => window.carom.step(3));
    writeFileSync(path.join(folder, 'note.txt'), 'changed again');
    await page.waitForFunction(() => document.getElementById('clock').textContent.startsWith('step 0,'));
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
});

test('the page may use threads, and gives the same hash with them', async () => {
  const browser = await launch();
  try {
    const hashes = [];
    for (const threads of [1, 2]) {
      const {page, context, problems} = await open(browser, `${url}&threads=${threads}`);
      assert.deepEqual(await page.evaluate(() => [crossOriginIsolated, window.carom.loaded.threads]), [true, threads]);
      await page.evaluate(() => window.carom.step(60));
      hashes.push(await page.evaluate(async () => (await window.carom.frame()).hash));
      assert.deepEqual(problems, []);
      await context.close();
    }
    assert.equal(hashes[0], hashes[1]);
  } finally {
    await browser.close();
  }
});

test('a scene that cannot be read ends the program', async () => {
  const child = spawn(program, ['view', path.join(folder, 'gone.gltf'), '--no-open'], {stdio: ['ignore', 'ignore', 'pipe']});
  const code = await new Promise(resolve => child.on('exit', resolve));
  assert.equal(code, 1);
});
