// Simulates scenes and shows with the official glTF validator that the baked files have no error that the scene did not
// have. Each scene is baked as .glb and as .gltf into a folder of its own, so that conversions and copied files are
// seen too.
//
//   node check_baked.mjs PROGRAM OUTPUT_FOLDER FOLDER...
//
// Exit status: 0 fine, 1 a baked file is worse than its scene, 77 the validator is not installed (npm ci).
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import {findings, newFindings, scenesIn} from './findings.mjs';

const [program, outputFolder, ...folders] = process.argv.slice(2);
const SECONDS = '0.5';  // Enough for channels with several keys.

let baked = 0, refused = 0, failures = 0;
fs.rmSync(outputFolder, {recursive: true, force: true});
for (const scene of folders.flatMap(scenesIn)) {
  const before = await findings(scene);
  for (const ending of ['.glb', '.gltf']) {
    const folder = path.join(outputFolder, String(baked + refused));
    fs.mkdirSync(folder, {recursive: true});
    const output = path.join(folder, path.parse(scene).name + ending);
    const run = spawnSync(program, ['simulate', scene, '--seconds', SECONDS, '-o', output], {encoding: 'utf8'});
    if (run.status === 1) {
      refused += 1;
      if (fs.readdirSync(folder).length > 0) {
        failures += 1;
        console.error(`${scene}: refused, but files were left in ${folder}`);
      }
      continue;
    }
    if (run.status !== 0) {
      failures += 1;
      console.error(`${scene}: exit status ${run.status} ${run.signal ?? ''}\n${run.stderr}`);
      continue;
    }
    baked += 1;
    const after = await findings(output);
    for (const message of newFindings(before, after)) {
      failures += 1;
      console.error(`${scene} -> ${ending}: ${message}`);
    }
  }
}
console.log(`${baked} baked files checked, ${refused} refused, ${failures} failures`);
fs.rmSync(outputFolder, {recursive: true, force: true});
process.exit(failures > 0 || baked === 0 ? 1 : 0);
