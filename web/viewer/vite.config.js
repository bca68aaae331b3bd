// The page as static files that work from any folder: build/viewer/, with the shipped scenes beside it.
import {cpSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vite';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '..', '..');
const out = path.join(root, 'build', 'viewer');

/** The gallery: the scenes with what they need, and a list of them. */
function gallery() {
  return {
    name: 'gallery',
    closeBundle() {
      const from = path.join(root, 'scenes');
      const wanted = name => /\.(gltf|glb|bin)$/.test(name);
      const names = readdirSync(from, {recursive: true}).map(String).filter(wanted).sort();
      for (const name of names) cpSync(path.join(from, name), path.join(out, 'scenes', name));
      const scenes = names.filter(name => !name.endsWith('.bin'));
      writeFileSync(path.join(out, 'scenes', 'list.json'), `${JSON.stringify(scenes)}\n`);
    },
  };
}

export default defineConfig({
  root: here,
  base: './',
  worker: {format: 'es'},
  build: {outDir: out, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000},
  plugins: [gallery()],
});
