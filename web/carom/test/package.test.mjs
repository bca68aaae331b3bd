// What npm packs, and a project that installs it.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {launch, serve} from '../../viewer/test/browser.mjs';
import {nativeHash, root} from './shipped_scenes.mjs';

const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const app = path.join(here, 'examples', 'built', 'app');
const npm = (where, ...words) => execFileSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {cwd: where, encoding: 'utf8'});

before(() => {
  rmSync(app, {recursive: true, force: true});
  mkdirSync(app, {recursive: true});
});
after(() => rmSync(app, {recursive: true, force: true}));

test('the package has its modules, their types, the engine alone, with tools and with threads, the licence, the read-me, and nothing else', () => {
  const [{files}] = JSON.parse(npm(here, 'pack', '--dry-run', '--json'));
  const names = files.map(file => file.path).sort();
  const sources = readdirSync(path.join(here, 'src')).filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  const modules = sources.flatMap(name => [name.replace('.ts', '.js'), name.replace('.ts', '.d.ts')]);
  const compiled = ['carom_module', 'carom_tools', 'carom_threads'].flatMap(name => [`${name}.js`, `${name}.d.ts`])
    .concat('carom.wasm', 'carom_tools.wasm', 'carom_threads.wasm');
  const expected = [...modules, ...compiled].map(name => `dist/${name}`);
  assert.deepEqual(names, [...expected, 'LICENSE', 'README.md', 'package.json'].sort());
});

test('every entry of the package is there', () => {
  const {exports} = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));
  const [{files}] = JSON.parse(npm(here, 'pack', '--dry-run', '--json'));
  const packed = new Set(files.map(file => `./${file.path}`));
  for (const entry of Object.values(exports)) {
    for (const file of typeof entry === 'string' ? [entry] : Object.values(entry)) assert.ok(packed.has(file), file);
  }
});

test('a project installs the tarball, builds with vite and simulates in Chromium', async () => {
  const tarball = npm(here, 'pack', '--pack-destination', app).trim().split('\n').at(-1);
  writeFileSync(path.join(app, 'package.json'), JSON.stringify({name: 'app', private: true, type: 'module'}));
  npm(app, 'install', '--offline', path.join(app, tarball));
  writeFileSync(path.join(app, 'index.html'), '<!doctype html><title>waiting</title><script type="module" src="main.js"></script>');
  mkdirSync(path.join(app, 'public'));
  for (const name of ['stack.gltf', 'stack.bin'])
    writeFileSync(path.join(app, 'public', name), readFileSync(path.join(root, 'scenes', name)));
  writeFileSync(path.join(app, 'main.js'), `
    import {init, Scene, World} from 'carom-physics';
    const get = async name => new Uint8Array(await (await fetch(name)).arrayBuffer());
    const scene = await Scene.load(await init(), await get('stack.gltf'), {resolve: get});
    const world = new World(scene);
    world.step(60);
    document.title = world.hash;`);
  execFileSync(process.execPath, [path.join(here, '..', 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--base', './',
    '--target', 'es2022', '--logLevel', 'error'], {cwd: app, stdio: ['ignore', 'inherit', 'inherit']});
  const server = await serve(path.join(app, 'dist'));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', error => problems.push(String(error)));
    await page.goto(server.url);
    await page.waitForFunction(() => document.title !== 'waiting', undefined, {timeout: 60000});
    assert.equal(await page.title(), await nativeHash(path.join(root, 'scenes', 'stack.gltf'), '--seconds', '1'));
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    await server.close();
  }
});

test("the project runs in vite's development server with the option of the read-me, and says which without it", async () => {
  const {createServer} = await import('vite');
  const browser = await launch();
  try {
    for (const optimizeDeps of [{exclude: ['carom-physics']}, {}]) {
      const server = await createServer({root: app, configFile: false, logLevel: 'silent', optimizeDeps, cacheDir: path.join(app, `cache${optimizeDeps.exclude ? 1 : 2}`),
        server: {host: '127.0.0.1', port: 0}});
      await server.listen();
      const page = await browser.newPage();
      const problem = new Promise(resolve => page.on('pageerror', error => resolve(String(error))));
      const types = [];
      page.on('response', response => response.url().endsWith('.wasm') && types.push(response.headers()['content-type']));
      await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
      if (optimizeDeps.exclude) {
        await page.waitForFunction(() => document.title !== 'waiting', undefined, {timeout: 60000});
        assert.equal(await page.title(), await nativeHash(path.join(root, 'scenes', 'stack.gltf'), '--seconds', '1'));
        assert.deepEqual(types, ['application/wasm']);
      } else {
        assert.match(await problem, /optimizeDeps: \{exclude: \['carom-physics'\]\}/);
      }
      await page.close();
      await server.close();
    }
  } finally {
    await browser.close();
  }
});
