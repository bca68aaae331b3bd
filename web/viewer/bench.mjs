// Measures the page: node web/viewer/bench.mjs [frame | start]
//
// frame: what a frame of 1,000 and 5,000 bodies costs, ms: the page's own JavaScript (by V8's sampling profiler: waiting, and drawing
// by software, which happens in another process, are not in it) and the worker's step and copy.
// start: init() of the package in a Chromium that nothing observes, since automation slows down what is fetched.
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {loadavg, tmpdir} from 'node:os';
import path from 'node:path';
import {built, chooseFiles, launch, open, root, serve, until} from './test/browser.mjs';
import {stacksOf} from './test/stacks.mjs';

const FRAMES = 60;
const load = () => `load ${loadavg()[0].toFixed(1)}`;

/** Self times of a profile in ms, under the outermost of some functions. */
function timesUnder(profile, names) {
  const nodes = new Map(profile.nodes.map(node => [node.id, node]));
  const group = new Map();
  const visit = (node, above) => {
    const {functionName} = node.callFrame;
    const own = above ?? (names.includes(functionName) ? functionName : undefined);
    group.set(node.id, /^\((idle|program|root)\)$/.test(functionName) ? functionName : functionName === '(garbage collector)' ? functionName : own ?? 'other');
    for (const child of node.children ?? []) visit(nodes.get(child), own);
  };
  visit(profile.nodes[0]);
  const times = {};
  profile.samples.forEach((id, i) => (times[group.get(id)] = (times[group.get(id)] ?? 0) + profile.timeDeltas[i] / 1000));
  return times;
}

/** The functions in which the page is longest, ms a frame. */
function longest(profile) {
  const names = new Map(profile.nodes.map(({id, callFrame: {functionName, url, lineNumber, columnNumber}}) =>
    [id, `${functionName || 'anonymous'} ${url.split('/').at(-1)}:${lineNumber + 1}:${columnNumber + 1}`]));
  const times = new Map();
  profile.samples.forEach((id, i) => times.set(names.get(id), (times.get(names.get(id)) ?? 0) + profile.timeDeltas[i] / 1000 / FRAMES));
  return [...times].sort((a, b) => b[1] - a[1]).slice(0, 25).map(([name, time]) => `  ${time.toFixed(2)} ${name}`).join('\n');
}

async function frame() {
  const server = await serve(built);
  const browser = await launch();
  try {
    // A small picture: it is drawn by software.
    const {page} = await open(browser, server.url, {width: 700, height: 400});
    const session = await page.context().newCDPSession(page);
    // Bodies at rest go on being simulated.
    await page.evaluate(() => (window.carom.options.sleeping = false));
    await session.send('Profiler.enable');
    await session.send('Profiler.setSamplingInterval', {interval: 200});
    for (const bodies of [1000, 5000]) {
      for (const overlays of [['colliders'], ['colliders', 'contacts', 'velocities', 'bounds']]) {
        if (bodies > 1000 && overlays.length > 1) continue;  // Software takes too long.
        const name = `stacks_${bodies}.gltf`;
        await chooseFiles(page, 'files', [{name, bytes: [...Buffer.from(stacksOf(bodies))]}]);
        await until(page, name => document.getElementById('status').textContent.startsWith(`${name}: `), name);
        for (const one of overlays) await page.evaluate(one => window.carom.overlay(one, true), one);
        const run = () => page.evaluate(async frames => {
          for (let i = 0; i < frames; ++i) {
            await window.carom.step(1);
            await new Promise(requestAnimationFrame);
          }
        }, FRAMES);
        await run();
        await session.send('Profiler.start');
        await run();
        const {profile} = await session.send('Profiler.stop');
        const times = timesUnder(profile, ['render', 'renderIfStale', 'update', 'show', 'draw']);
        if (process.env.CAROM_VERBOSE) console.log(longest(profile));
        const per = name => ((times[name] ?? 0) / FRAMES).toFixed(2);
        const all = Object.entries(times).filter(([name]) => !/idle|program|root/.test(name)).reduce((sum, [, time]) => sum + time, 0) / FRAMES;
        const worker = await page.workers()[0].evaluate(views => {
          const start = performance.now();
          for (let i = 0; i < 100; ++i) {
            const {nodes, scales, views: given} = self.simulator.frame(views, []);
            self.simulator.frame([], [nodes, scales, ...Object.values(given)].flatMap(one => [one.integers.buffer, one.numbers.buffer]));
          }
          const copying = (performance.now() - start) / 200;
          const before = performance.now();
          self.simulator.step(20);
          return {copying, recorded: (performance.now() - before) / 20};
        }, ['bodies', 'contacts', 'colliders']);
        const {meanStepTime, contacts} = await page.evaluate(async () => {
          const {meanStepTime, statistics} = await window.carom.frame();
          return {meanStepTime, contacts: statistics.contactPoints};
        });
        console.log(`${bodies} bodies, ${contacts} contacts, ${overlays.join(', ')}: the page ${all.toFixed(2)} ms a frame ` +
          `(nodes ${per('show')}, overlays and panels ${per('update')}, three.js and WebGL ${(((times.render ?? 0) + (times.renderIfStale ?? 0)) / FRAMES).toFixed(2)}, ` +
          `plots ${per('draw')}, collecting garbage ${per('(garbage collector)')}, other ${per('other')}); the worker: step ${meanStepTime.toFixed(2)} ms, with its recorded state ${worker.recorded.toFixed(2)} ms, copying ${worker.copying.toFixed(2)} ms; ${load()}`);
        for (const one of overlays) await page.evaluate(one => window.carom.overlay(one, false), one);
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

const TYPES = {'.js': 'text/javascript', '.wasm': 'application/wasm'};
/** Waits until Chromium has done what it does after its own start. */
const PROGRAM = `
  await new Promise(done => setTimeout(done, 3000));
  const {init} = await import('./index.js');
  const start = performance.now();
  await init();
  const all = performance.now() - start;
  const {startTime, responseStart, responseEnd} = performance.getEntriesByType('resource').find(entry => entry.name.endsWith('.wasm'));
  const code = await WebAssembly.compile(await (await fetch('carom.wasm')).arrayBuffer());
  const again = performance.now();
  await init({wasm: code});
  await fetch('result', {method: 'POST', body: JSON.stringify({all, answer: responseStart - startTime, transfer: responseEnd - responseStart,
    rest: start + all - responseEnd, instantiate: performance.now() - again})});`;

async function start() {
  const dist = path.join(root, 'web', 'carom', 'dist');
  for (let run = 0; run < 5; ++run) {
    let report;
    const result = new Promise(resolve => (report = resolve));
    const server = createServer((request, response) => {
      const {pathname} = new URL(request.url, 'http://localhost');
      if (pathname === '/result') return void request.on('data', data => report(JSON.parse(data))).on('end', () => response.end());
      const file = path.join(dist, pathname);
      const bytes = pathname === '/' ? Buffer.from(`<!doctype html><script type="module">${PROGRAM}</script>`) : existsSync(file) && readFileSync(file);
      if (!bytes) return void response.writeHead(404).end();
      response.writeHead(200, {'content-type': TYPES[path.extname(pathname)] ?? 'text/html', 'content-length': bytes.length}).end(bytes);
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    const folder = mkdtempSync(path.join(tmpdir(), 'carom-start-'));
    const browser = spawn(process.env.CAROM_CHROMIUM ?? '/usr/bin/chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', `--user-data-dir=${folder}`,
      `http://127.0.0.1:${server.address().port}/`], {stdio: 'ignore', detached: true});
    const {all, answer, transfer, rest, instantiate} = await result;
    const ms = value => value.toFixed(0);
    console.log(`init() ${ms(all)} ms: answer ${ms(answer)}, transfer ${ms(transfer)}, compiling and starting after it ${ms(rest)}; ` +
      `from compiled code ${ms(instantiate)}; ${load()}`);
    process.kill(-browser.pid);  // With the processes that it has started.
    await new Promise(done => browser.on('exit', done));
    server.closeAllConnections();
    server.close();
    rmSync(folder, {recursive: true, force: true, maxRetries: 20, retryDelay: 200});
  }
}

const [what] = process.argv.slice(2);
if (what !== 'start') await frame();
if (what !== 'frame') await start();
