// Builds the package into dist/: TypeScript, and the engine that tools/build_web has compiled.
import {execFileSync} from 'node:child_process';
import {copyFileSync, mkdirSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const engine = process.env.CAROM_WASM_DIR ?? path.join(here, '..', '..', 'build', 'wasm', 'web');
const dist = path.join(here, 'dist');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(dist, {recursive: true, force: true});
execFileSync(process.execPath, [compiler, '--project', here], {stdio: 'inherit'});
mkdirSync(dist, {recursive: true});
// Emscripten names the files after its targets; the package names the first one after the project.
for (const [name, code] of [['carom_module', 'carom'], ['carom_tools', 'carom_tools'], ['carom_threads', 'carom_threads']]) {
  copyFileSync(path.join(engine, `${name}.js`), path.join(dist, `${name}.js`));
  copyFileSync(path.join(here, 'src', `${name}.d.ts`), path.join(dist, `${name}.d.ts`));
  copyFileSync(path.join(engine, `${name}.wasm`), path.join(dist, `${code}.wasm`));
}
copyFileSync(path.join(here, '..', '..', 'LICENSE'), path.join(here, 'LICENSE'));
