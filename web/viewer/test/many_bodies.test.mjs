// Large scenes in the page: what is there, that frames come, that a frame needs no memory of its own, and what happens
// when there is no memory left.
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';
import {nativeHash} from '../../carom/test/shipped_scenes.mjs';
import {until} from './browser.mjs';
import {chooseFile, showPage} from './shown_page.mjs';
import {stacksOf} from './stacks.mjs';

// Small, since software draws it.
const {page, noProblems} = await showPage({width: 700, height: 500});
const folder = mkdtempSync(path.join(tmpdir(), 'carom-many-'));
after(() => rmSync(folder, {recursive: true, force: true}));

async function load(count) {
  const [name, text] = [`stacks_${count}.gltf`, stacksOf(count)];
  writeFileSync(path.join(folder, name), text);
  await chooseFile(page, name, text);
  return path.join(folder, name);
}
const playOn = async (from, frames) => {
  await page.evaluate(() => document.getElementById('play').click());
  await until(page, ([from, frames]) => Number(/step (\d+)/.exec(document.getElementById('clock').textContent)[1]) >= from + frames, [from, frames]);
  await page.evaluate(() => document.getElementById('play').click());
};

for (const [count, steps] of [[1000, 60], [5000, 20]]) {
  test(`${count} bodies: all are there, move as in the program, and are drawn while they play`, async () => {
    const file = await load(count);
    for (const overlay of ['colliders', 'velocities', 'islands']) await page.evaluate(name => window.carom.overlay(name, true), overlay);
    await page.evaluate(count => window.carom.step(count), steps);
    const seen = await page.evaluate(async () => {
      const {hash, step, statistics, nodes} = await window.carom.frame();
      const {triangles} = window.carom.stage.renderer.info.render;
      return {hash, step, bodies: statistics.awakeBodies + statistics.sleepingBodies, nodes: nodes.count, triangles};
    });
    assert.deepEqual([seen.step, seen.bodies, seen.nodes], [steps, count, count]);
    assert.equal(seen.hash, await nativeHash(file, '--seconds', String(steps / 60)));
    assert.ok(seen.triangles > 12 * count, `${seen.triangles} triangles`);
    await playOn(steps, 3);
    for (const overlay of ['colliders', 'velocities', 'islands']) await page.evaluate(name => window.carom.overlay(name, false), overlay);
    noProblems();
  });
}

test('where there is no memory left the world says so, the page lives on, and a restart begins anew', async () => {
  const file = await load(10);
  await page.evaluate(() => window.carom.step(3));
  const [worker] = page.workers();
  await worker.evaluate(() => {
    const {binding} = self.simulator.engine;
    for (let size = 1 << 28; size >= 8; size /= 2) while (binding._carom_allocate(size) !== 0);
  });
  await page.evaluate(() => document.getElementById('step').click());
  const status = () => page.evaluate(() => document.getElementById('status').textContent);
  await until(page, () => document.getElementById('status').textContent.startsWith('The world cannot go on'));
  const {failure, step} = await page.evaluate(async () => {
    const {failure, step} = await window.carom.frame();
    return {failure, step};
  });
  assert.ok(failure.length > 0);
  assert.equal(step, 3, 'the last state is still seen');
  // What is asked of it now has an answer as well.
  await page.evaluate(() => document.getElementById('step').click());
  await until(page, () => document.getElementById('status').dataset.kind === 'error');
  assert.match(await status(), /cannot go on/);
  await page.evaluate(() => window.carom.restart());
  await page.evaluate(() => window.carom.step(60));
  const after = await page.evaluate(async () => {
    const {failure, step, hash} = await window.carom.frame();
    return {failure, step, hash};
  });
  assert.deepEqual(after, {failure: undefined, step: 60, hash: await nativeHash(file, '--seconds', '1')});
  noProblems();
});

/** JavaScript memory that a thread of the page takes while something runs, collected or not: bytes. */
class Allocations {
  static async of(page) {
    const session = await page.context().newCDPSession(page);
    const own = new Allocations();
    own.page = (method, params) => session.send(method, params);
    const worker = new Promise(resolve => session.on('Target.attachedToTarget', ({sessionId, targetInfo}) =>
      targetInfo.type === 'worker' && resolve(sessionId)));
    await session.send('Target.setAutoAttach', {autoAttach: true, waitForDebuggerOnStart: false, flatten: false});
    const sessionId = await worker;
    const waiting = new Map();
    session.on('Target.receivedMessageFromTarget', ({message}) => {
      const {id, result, error} = JSON.parse(message);
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
    });
    let next = 0;
    own.worker = (method, params = {}) => new Promise((resolve, reject) => {
      const id = (next += 1);
      waiting.set(id, {resolve, reject});
      session.send('Target.sendMessageToTarget', {sessionId, message: JSON.stringify({id, method, params})}).catch(reject);
    });
    return own;
  }

  async during(what) {
    for (const send of [this.page, this.worker])
      await send('HeapProfiler.startSampling', {samplingInterval: 512, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true});
    await what();
    const bytes = [];
    for (const send of [this.page, this.worker]) {
      const {profile} = await send('HeapProfiler.stopSampling');
      bytes.push(profile.samples.reduce((sum, sample) => sum + sample.size, 0));
    }
    return {page: bytes[0], worker: bytes[1]};
  }
}

test('a frame takes no more memory for many bodies than for few, in the page and in the worker', async t => {
  const allocations = await Allocations.of(page);
  const FRAMES = 40;
  const perFrame = {};
  // A narrow picture: the page draws whenever it can, and software draws slowly.
  await page.setViewportSize({width: 620, height: 300});
  for (const count of [10, 1000]) {
    await load(count);
    for (const overlay of ['colliders', 'contacts', 'masses', 'velocities', 'bounds', 'islands']) await page.evaluate(name => window.carom.overlay(name, true), overlay);
    const run = () => page.evaluate(async frames => {
      for (let i = 0; i < frames; ++i) await window.carom.step(1);
    }, FRAMES);
    await run();
    const facts = () => page.evaluate(async () => ({
      made: (await window.carom.frame()).arraysMade, drawn: window.carom.stage.renderer.info.render.frame,
    }));
    const before = await facts();
    const taken = await allocations.during(run);
    const after = await facts();
    assert.equal(after.made, before.made, 'the arrays of a frame are those of an earlier one');
    perFrame[count] = {page: taken.page / (FRAMES + after.drawn - before.drawn), worker: taken.worker / FRAMES};
  }
  for (const side of ['page', 'worker']) {
    const more = perFrame[1000][side] - perFrame[10][side];
    // The poses of 990 bodies are 110 kB, and one small object for each of them would be 16 kB at least.
    assert.ok(more < 12e3, `${side}: ${JSON.stringify(perFrame)} bytes`);
  }
  t.diagnostic(`bytes of JavaScript's memory per frame, by bodies: ${JSON.stringify(perFrame)}`);
  noProblems();
});
