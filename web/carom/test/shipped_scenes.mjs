// The scenes of the project and the program, as the tests need them.
import {execFile} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
export const program = process.env.CAROM_PROGRAM ?? path.join(root, 'build', 'release', 'carom');
export const shared = path.join(root, '..', 'shared', 'assets');

const isScene = name => /\.(gltf|glb)$/.test(name);

export const scenes = ['scenes', 'scenes/vehicles'].flatMap(folder =>
  readdirSync(path.join(root, folder)).filter(isScene).sort().map(name => path.join(root, folder, name)));

/** The files of the material that lies beside the project, none where it does not. */
export const sharedScenes = existsSync(shared)
  ? readdirSync(shared, {recursive: true}).filter(isScene).sort().map(name => path.join(shared, name))
  : [];

/** What `Scene.load` needs for a file on disk. */
export function fromDisk(file) {
  return {
    name: path.basename(file),
    resolve: uri => {
      const beside = path.join(path.dirname(file), decodeURIComponent(uri));
      return existsSync(beside) ? new Uint8Array(readFileSync(beside)) : undefined;
    },
  };
}
export const read = file => new Uint8Array(readFileSync(file));

const run = promisify(execFile);
/** The state hash that the program comes to. */
export async function nativeHash(file, ...options) {
  const {stdout} = await run(program, ['simulate', file, '--report', '-', ...options]);
  return JSON.parse(stdout).state_hash;
}
