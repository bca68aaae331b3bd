// Recordings that the page saves: the program replays each, also of scenes that balls were thrown into.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {copyFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';
import {program} from '../../carom/test/shipped_scenes.mjs';
import {root} from './browser.mjs';
import {chooseFile, showPage} from './shown_page.mjs';

const {page, noProblems} = await showPage();
const folder = mkdtempSync(path.join(tmpdir(), 'carom-recording-'));
after(() => rmSync(folder, {recursive: true, force: true}));

const step = count => page.evaluate(count => window.carom.step(count), count);
const status = () => page.locator('#status').innerText();
/** Saves the recording. The names of the files, which then lie in the folder. */
async function record(files) {
  const downloads = [];
  const note = download => downloads.push(download);
  page.on('download', note);
  await page.evaluate(async () => window.carom.saving.recording());
  while (downloads.length < files) await page.waitForEvent('download');
  page.off('download', note);
  for (const download of downloads) await download.saveAs(path.join(folder, download.suggestedFilename()));
  return downloads.map(download => download.suggestedFilename());
}
/** Steps that the program replays; it exits with an error where a hash differs. */
const replayed = name => Number(/^(\d+) steps/.exec(execFileSync(program, ['replay', path.join(folder, name)], {encoding: 'utf8'}))[1]);
async function throwBall() {
  await page.evaluate(() => window.carom.throwBall());
  await page.evaluate(() => document.getElementById('play').click());
  await page.evaluate(() => window.carom.step(10));
  return Number(/^step (\d+)/.exec(await page.locator('#clock').innerText())[1]);
}

test('a recording holds what was done since the start; so does a second one', async () => {
  await page.evaluate(() => window.carom.open('scenes/stack.gltf'));
  for (const name of ['stack.gltf', 'stack.bin']) copyFileSync(path.join(root, 'scenes', name), path.join(folder, name));
  await step(30);
  assert.deepEqual(await record(1), ['stack.caromrec']);
  assert.equal(await status(), 'The recording is saved: carom replay needs stack.gltf beside it.');
  assert.equal(replayed('stack.caromrec'), 30);
  await step(12);
  assert.deepEqual(await record(1), ['stack.caromrec']);
  assert.equal(replayed('stack.caromrec'), 42);
  await page.evaluate(() => window.carom.restart());
  await step(5);
  assert.deepEqual(await record(1), ['stack.caromrec']);
  assert.equal(replayed('stack.caromrec'), 5);
  noProblems();
});

for (const scene of ['stack.gltf', 'omi.gltf', 'kick.gltf']) {
  test(`${scene}: after thrown balls the recording comes with the scene that has them`, async () => {
    await page.evaluate(address => window.carom.open(address), `scenes/${scene}`);
    await step(20);
    await throwBall();
    const base = scene.replace('.gltf', '_with_balls');
    const steps = await throwBall();
    assert.deepEqual(await record(2), [`${base}.caromrec`, `${base}.glb`]);
    assert.match(await status(), new RegExp(`with ${base}\\.glb, which has the thrown balls`));
    assert.equal(replayed(`${base}.caromrec`), steps);
    noProblems();
  });
}

test('a ball thrown into a file without physics is replayed, too', async () => {
  await chooseFile(page, 'bare.gltf', JSON.stringify({asset: {version: '2.0'}, scene: 0, scenes: [{nodes: [0]}], nodes: [{name: 'nothing'}]}));
  const steps = await throwBall();
  assert.deepEqual(await record(2), ['bare_with_balls.caromrec', 'bare_with_balls.glb']);
  assert.equal(replayed('bare_with_balls.caromrec'), steps);
  noProblems();
});
