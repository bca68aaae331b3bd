// A scene on its way into the page: progress, and what diagnostics show of the file.
import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import {test} from 'node:test';
import {root, until} from './browser.mjs';
import {chooseFile, shippedScene, showPage} from './shown_page.mjs';

const {page, noProblems} = await showPage();

const finding = pattern => page.locator('#diagnostics button', {hasText: pattern}).first();
const place = () => page.evaluate(() => ({
  title: document.querySelector('#place p')?.textContent, text: document.querySelector('#place pre')?.textContent,
  marked: document.querySelector('#place mark')?.textContent,
}));

test('a large file that comes slowly shows how much of it is there, and then the progress is gone', async () => {
  const document = shippedScene('triggers.gltf');
  document.extras = {padding: ' '.repeat(4e6)};
  const bytes = Buffer.from(JSON.stringify(document));
  let goOn;
  const slow = createServer((request, response) => {
    response.writeHead(200, {'content-length': bytes.length, 'access-control-allow-origin': '*'});
    response.write(bytes.subarray(0, bytes.length >> 1));
    goOn = () => response.end(bytes.subarray(bytes.length >> 1));
  });
  await new Promise(done => slow.listen(0, '127.0.0.1', done));
  try {
    assert.ok(!(await page.locator('#progress').isVisible()));
    await page.evaluate(address => void window.carom.open(address), `http://127.0.0.1:${slow.address().port}/slow.gltf`);
    await until(page, () => document.getElementById('progress').value > 0.49);
    const {value, hidden} = await page.evaluate(() => {
      const {value, hidden} = document.getElementById('progress');
      return {value, hidden};
    });
    assert.ok(!hidden && Math.abs(value - 0.5) < 0.01, `${value}`);
    assert.match(await page.locator('#status').innerText(), /^Loading/);
    // The page does not wait: the scene that is there can be stepped.
    const before = await page.evaluate(async () => (await window.carom.frame()).step);
    await page.evaluate(() => window.carom.step(2));
    assert.equal(await page.evaluate(async () => (await window.carom.frame()).step), before + 2);
    goOn();
    await until(page, () => /^slow\.gltf: /.test(document.getElementById('status').textContent));
    await until(page, () => document.getElementById('progress').hidden);
  } finally {
    slow.close();
  }
  noProblems();
});

test('a warning of a file that loads goes to its node and shows the place', async () => {
  const document = shippedScene('triggers.gltf');
  const index = document.nodes.findIndex(node => node.extensions?.KHR_physics_rigid_bodies?.motion);
  document.nodes[index].extensions.KHR_physics_rigid_bodies.motion.frictionless = true;
  await chooseFile(page, 'odd.gltf', JSON.stringify(document));
  await finding(new RegExp(`^\\w+: /nodes/${index}/`)).click();
  assert.equal(await page.evaluate(() => window.carom.selected), index);
  assert.equal((await place()).marked, '"frictionless":true');
  noProblems();
});

test('a warning of something that nodes refer to goes to the first node that does', async () => {
  const document = shippedScene('triggers.gltf');
  const shapes = document.extensions.KHR_implicit_shapes.shapes;
  const user = document.nodes.findIndex(node => node.extensions?.KHR_physics_rigid_bodies?.collider);
  const {shape} = document.nodes[user].extensions.KHR_physics_rigid_bodies.collider.geometry;
  shapes[shape].colour = 'red';
  await chooseFile(page, 'shape.gltf', JSON.stringify(document, undefined, 2));
  await finding(new RegExp(`/shapes/${shape}/`)).click();
  assert.equal(await page.evaluate(() => window.carom.selected), user);
  const {title, text, marked} = await place();
  assert.equal(marked, '"colour": "red"');
  assert.ok(text.includes('"type": '), text);
  const line = JSON.stringify(document, undefined, 2).split('\n').findIndex(one => one.includes('"colour"')) + 1;
  assert.ok(title.endsWith(`, line ${line}:`), title);
  noProblems();
});

test('a file that cannot be loaded shows the place, and the node of the scene that is there stays as it is', async () => {
  await page.evaluate(() => window.carom.open('scenes/stack.gltf'));
  await page.locator('#tree button').nth(3).click();
  const selected = await page.evaluate(() => window.carom.selected);
  const document = shippedScene('triggers.gltf');
  const index = document.nodes.findIndex(node => node.extensions?.KHR_physics_rigid_bodies?.collider);
  document.nodes[index].extensions.KHR_physics_rigid_bodies.collider.geometry.shape = 999;
  await chooseFile(page, 'broken.gltf', JSON.stringify(document), 'broken.gltf cannot be loaded');
  await finding(new RegExp(`^error: /nodes/${index}/`)).click();
  const {title, text, marked} = await place();
  assert.match(title, new RegExp(`^/nodes/${index}/.*/shape, line 1:$`));
  assert.equal(marked, '"shape":999');
  assert.ok(text.length < 1000 && text.includes(document.nodes[index].name ?? 'collider'), text);
  assert.equal(await page.evaluate(() => window.carom.selected), selected);
  noProblems();
});

test('the place is shown in a .glb, in what is no JSON, and where there is none it is said', async () => {
  const json = Buffer.from(JSON.stringify({asset: {version: '2.0'}, nodes: [{name: 'a', children: [0]}]}).padEnd(64));
  const head = Buffer.alloc(20);
  [0x46546c67, 2, 20 + json.length, json.length, 0x4e4f534a].forEach((value, i) => head.writeUInt32LE(value, 4 * i));
  await chooseFile(page, 'loop.glb', Buffer.concat([head, json]), 'loop.glb cannot be loaded');
  await finding(/^error: \/nodes\/0/).click();
  assert.equal((await place()).marked, '{"name":"a","children":[0]}');
  await chooseFile(page, 'comma.gltf', '{"asset": {"version": "2.0"},\n "nodes": [{"name": "a",, }]}', 'comma.gltf cannot be loaded');
  await finding(/line 2/).click();
  const {title, marked, text} = await place();
  assert.match(title, /, line 2:$/);
  assert.equal(marked, ',', text);
  await chooseFile(page, 'noise.glb', [0x67, 0x6c, 0x54, 0x46, 2], 'noise.glb cannot be loaded');
  await finding(/error/).click();
  assert.deepEqual(await place(), {title: 'The file has no JSON that could be shown.', text: undefined, marked: undefined});
  await page.evaluate(() => window.carom.open('scenes/stack.gltf'));
  noProblems();
});

/** A server that answers one request, once it is told to. */
async function waiting() {
  let answer;
  const asked = new Promise(resolve => (answer = resolve));
  const server = createServer((_, response) => answer(response));
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {address: `http://127.0.0.1:${server.address().port}/slow.gltf`, asked, close: () => server.close()};
}
const shown = () => page.evaluate(() => ({
  status: document.getElementById('status').textContent.split(':')[0], bodies: window.carom.loaded.description.motions.length,
  nodes: window.carom.stage.nodes.length, busy: !document.getElementById('progress').hidden,
}));

for (const [what, code] of [['a scene', 200], ['an error', 404]]) {
  test(`${what} that comes late changes nothing once another scene has been opened`, async () => {
    const slow = await waiting();
    try {
      await page.evaluate(address => void (window.slow = window.carom.open(address)), slow.address);
      const response = await slow.asked;
      await page.evaluate(() => window.carom.open('scenes/triggers.gltf'));
      const before = await shown();
      assert.equal(before.status, 'triggers.gltf');
      response.writeHead(code, {'access-control-allow-origin': '*'}).end(JSON.stringify({asset: {version: '2.0'}}));
      await page.evaluate(() => window.slow);
      assert.deepEqual(await shown(), {...before, busy: false});
    } finally {
      slow.close();
    }
    noProblems();
  });
}

test('of two scenes that are opened at once the second is shown, whichever is the larger', async () => {
  const bodies = {stack: 46, triggers: shippedScene('triggers.gltf').nodes.filter(node => node.extensions?.KHR_physics_rigid_bodies?.motion).length};
  for (const [one, other] of [['stack', 'triggers'], ['triggers', 'stack']]) {
    await page.evaluate(names => Promise.all(names.map(name => window.carom.open(`scenes/${name}.gltf`))), [one, other]);
    const {status, bodies: found, nodes} = await shown();
    assert.deepEqual([status, found], [`${other}.gltf`, bodies[other]]);
    assert.equal(nodes, await page.evaluate(() => window.carom.loaded.description.nodes.length));
    await page.evaluate(() => window.carom.step(2));
  }
  noProblems();
});
