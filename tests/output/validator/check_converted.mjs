// Converts scenes to every dialect and shows with the official glTF validator that the outputs have no error that the
// scene did not have.
//
//   node check_converted.mjs PROGRAM OUTPUT_FOLDER FOLDER...
//
// Exit status: 0 fine, 1 an output is worse than its scene, 77 the validator is not installed (npm ci).
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import {findings, newFindings, scenesIn} from './findings.mjs';

const [program, outputFolder, ...folders] = process.argv.slice(2);
const TARGETS = ['khr', 'khr-2025', 'omi', 'khr-2024', 'omi-collider', 'omi-2023-body'];
const NO_PHYSICS = 'CONVERT_TARGET';

let converted = 0, failures = 0;
for (const scene of folders.flatMap(scenesIn)) {
  // What cannot be converted to its own dialect has no physics, or is broken.
  const probe = path.join(outputFolder, 'probe.gltf');
  fs.rmSync(outputFolder, {recursive: true, force: true});
  fs.mkdirSync(outputFolder, {recursive: true});
  const own = spawnSync(program, ['convert', scene, probe, '--to', 'same'], {encoding: 'utf8'});
  if (own.status === 1 && own.stderr.includes(NO_PHYSICS)) continue;
  const before = await findings(scene);
  for (const [index, target] of TARGETS.entries()) {
    const ending = index % 2 === 0 ? '.gltf' : '.glb';
    const folder = path.join(outputFolder, target);
    fs.mkdirSync(folder, {recursive: true});
    const output = path.join(folder, path.parse(scene).name + ending);
    const run = spawnSync(program, ['convert', scene, output, '--to', target], {encoding: 'utf8'});
    if (run.status !== 0) {
      failures += 1;
      console.error(`${scene} to ${target}: exit status ${run.status} ${run.signal ?? ''}\n${run.stderr}`);
      continue;
    }
    converted += 1;
    for (const message of newFindings(before, await findings(output))) {
      failures += 1;
      console.error(`${scene} to ${target}: ${message}`);
    }
  }
}
console.log(`${converted} converted files checked, ${failures} failures`);
fs.rmSync(outputFolder, {recursive: true, force: true});
process.exit(failures > 0 || converted === 0 ? 1 : 0);
