// A run in a worker of Debian's Chromium. The page is isolated, so that its clock is as fine as browsers have it.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '..', '..', '..');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/// A worker has no import map, so names of packages become addresses.
const { dependencies } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));
const NAMES = new RegExp(`'((?:${Object.keys(dependencies).join('|')})(?:/[^']*)?)'`, 'g');
function addressed(text) {
  return text.replace(NAMES, (_, name) => `'/${path.relative(root, fileURLToPath(import.meta.resolve(name)))}'`);
}

const WORKER = `
import { timedRun } from '/bench/peers/wasm/timed_run.mjs';
onmessage = async ({ data: { engine, scene, options } }) => {
  try {
    const run = await timedRun(engine, scene, { ...options, now: () => performance.now() });
    postMessage({ step_ms: run.step_ms, poses: Array.from(run.poses) });
  } catch (error) {
    postMessage({ error: String(error?.stack ?? error) });
  }
};
postMessage('ready');`;

function serve() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = path.join(root, pathname);
    const send = (type, bytes) => response.writeHead(200, { 'content-type': type, ...ISOLATED }).end(bytes);
    if (pathname === '/') return send('text/html', '<!doctype html><title>bench</title>');
    if (pathname === '/worker.mjs') return send('text/javascript', WORKER);
    if (!existsSync(file)) return response.writeHead(404).end();
    const own = path.dirname(file) === here;
    return send(TYPES[path.extname(file)] ?? 'application/octet-stream', own ? addressed(readFileSync(file, 'utf8')) : readFileSync(file));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

export async function runInChromium(engine, scene, options) {
  // The package for Chromium is the page's; tools/build_web installs it.
  const { chromium } = createRequire(path.join(root, 'web', 'package.json'))('playwright-core');
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CAROM_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const run = await page.evaluate((job) => new Promise((resolve, reject) => {
      const worker = new Worker('/worker.mjs', { type: 'module' });
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => (data === 'ready' ? worker.postMessage(job) : resolve(data));
    }), { engine, scene, options });
    if (run.error) throw new Error(run.error);
    return { step_ms: run.step_ms, poses: Float64Array.from(run.poses) };
  } finally {
    await browser.close();
    server.close();
  }
}
