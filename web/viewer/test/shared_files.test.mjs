// Other people's files in the page, where they lie beside the project: each is shown and simulated, or says what is wrong with it.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {shared, sharedScenes} from '../../carom/test/shipped_scenes.mjs';
import {built, launch, open, serve} from './browser.mjs';

let server, browser, page, problems;
before(async () => {
  if (sharedScenes.length === 0) return;
  server = await serve(built);
  browser = await launch();
  // Small, since software draws it.
  ({page, problems} = await open(browser, server.url, {width: 620, height: 300}));
  await page.route('**/shared/**', route => {
    const {pathname} = new URL(route.request().url());
    const file = path.join(shared, decodeURIComponent(pathname.slice(pathname.indexOf('/shared/') + 8)));
    return existsSync(file) ? route.fulfill({path: file}) : route.fulfill({status: 404});
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('every file is shown and simulated, or says what is wrong', async t => {
  const [wrong, refused] = [[], []];
  for (const file of sharedScenes) {
    const name = path.relative(shared, file);
    // What the test server answers for a missing buffer is an error to the console as well; the engine says which it is.
    const seen = await page.evaluate(async ([address, steps]) => {
      await window.carom.open(address);
      const status = document.getElementById('status');
      const result = {failed: status.dataset.kind === 'error', status: status.textContent, diagnostics: document.querySelectorAll('#diagnostics button').length};
      if (!result.failed) {
        const before = (await window.carom.frame()).step;
        await window.carom.step(steps);
        const {step, failure} = await window.carom.frame();
        Object.assign(result, {made: step - before, failure});
      }
      return result;
    }, [`shared/${name.split(path.sep).map(encodeURIComponent).join('/')}`, 120]);
    const found = problems.splice(0).filter(text => !/status of 404/.test(text));
    if (found.length > 0) wrong.push(`${name}: ${found}`);
    if (seen.failed) {
      refused.push(`${name}: ${seen.status}`);
      if (seen.diagnostics === 0) wrong.push(`${name}: ${seen.status}, and no diagnostics`);
    } else if (seen.made !== 120 || seen.failure) {
      wrong.push(`${name}: ${JSON.stringify(seen)}`);
    }
  }
  t.diagnostic(`${sharedScenes.length} files, ${refused.length} refused`);
  if (process.env.CAROM_VERBOSE) console.log(refused.join('\n'));
  assert.deepEqual(wrong, []);
});
