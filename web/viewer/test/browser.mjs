// A page in Debian's Chromium, drawn by software, and a server for built files.
import {createReadStream, existsSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {chromium} from 'playwright-core';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
export const built = path.join(root, 'build', 'viewer');
const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm'};

/** What makes a page cross-origin isolated. */
const ISOLATION = {'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp'};

/** Serves a folder below a path, so that nothing works by luck from the root. */
export async function serve(folder, below = '/some/folder/', isolated = false) {
  const server = createServer((request, response) => {
    const {pathname} = new URL(request.url, 'http://localhost');
    const name = decodeURIComponent(pathname.slice(below.length)) || 'index.html';
    const file = path.join(folder, name);
    if (!pathname.startsWith(below) || !file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream', ...(isolated ? ISOLATION : {})});
    createReadStream(file).pipe(response);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {url: `http://127.0.0.1:${server.address().port}${below}`, close: () => new Promise(done => server.close(done))};
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CAROM_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
}

/** Opens the page, once the first scene is loaded; `problems` collects what it complains about. */
export async function open(browser, url, size = {width: 1280, height: 800}) {
  const context = await browser.newContext({viewport: size, acceptDownloads: true});
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  const problems = [];
  page.on('console', message => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', error => problems.push(String(error)));
  await page.goto(url, {timeout: 120000});
  await page.evaluate(() => window.carom.ready);
  return {page, context, problems};
}

/** Waits until the page answers yes. Playwright's waitForFunction takes any promise for a yes. */
export async function until(page, what, argument) {
  for (const end = Date.now() + 120000; !(await page.evaluate(what, argument)); ) {
    if (Date.now() > end) throw new Error(`after two minutes this does not hold: ${what}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Chooses files, `{name, bytes}`, in an input of the page. */
export function chooseFiles(page, input, files) {
  return page.evaluate(([input, list]) => {
    const data = new DataTransfer();
    for (const {name, bytes} of list) data.items.add(new File([new Uint8Array(bytes)], name));
    document.getElementById(input).files = data.files;
    document.getElementById(input).dispatchEvent(new Event('change'));
  }, [input, files]);
}
