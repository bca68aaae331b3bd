// The page for the tests of a file.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {after} from 'node:test';
import {built, chooseFiles, launch, open, root, serve, until} from './browser.mjs';

/** The built page, as open() returns it, with its server and browser, until the tests of the file have ended. */
export async function showPage(size) {
  const server = await serve(built);
  const browser = await launch();
  after(async () => {
    await browser.close();
    await server.close();
  });
  const shown = await open(browser, server.url, size);
  return {...shown, server, browser, noProblems: () => assert.deepEqual(shown.problems.splice(0), [])};
}

/** A scene of the project, to be changed. */
export const shippedScene = name => JSON.parse(readFileSync(path.join(root, 'scenes', name), 'utf8'));

/** Chooses one file and waits until the status says that it is there, or what else it should. */
export async function chooseFile(page, name, bytes, status = `${name}: `) {
  await chooseFiles(page, 'files', [{name, bytes: [...Buffer.from(bytes)]}]);
  await until(page, text => document.getElementById('status').textContent.includes(text), status);
}
