// Runs `carom validate --official` over scenes and shows that the report has what the official validator says, less what it
// says only because it does not know physics.
//
//   node check_official.mjs PROGRAM FOLDER...
//
// Exit status: 0 fine, 1 a report is wrong, 77 the validator is not installed (npm ci).
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import {findings, scenesIn} from './findings.mjs';

const [program, ...folders] = process.argv.slice(2);
const here = path.dirname(new URL(import.meta.url).pathname);

let checked = 0, failures = 0;
function fail(scene, message) {
  failures += 1;
  console.error(`${scene}: ${message}`);
}

for (const scene of folders.flatMap(scenesIn)) {
  const run = spawnSync(program, ['validate', '--official', '--json', '--fail-on', 'never', path.resolve(scene)],
                        {encoding: 'utf8', cwd: here, maxBuffer: 1 << 28});
  if (run.status !== 0) {
    fail(scene, `exit status ${run.status}: ${run.stderr}`);
    continue;
  }
  checked += 1;
  const report = JSON.parse(run.stdout);
  // The official errors and warnings are all there, under their codes.
  const own = new Map();
  for (const {code} of report.issues.messages) own.set(code, (own.get(code) ?? 0) + 1);
  for (const [key, {count}] of (await findings(scene)).counts) {
    const code = key.split(' ')[1];
    if ((own.get(code) ?? 0) < count) fail(scene, `${count} ${key}, but ${own.get(code) ?? 0} in the merged report`);
  }
  const text = fs.readFileSync(scene).toString('latin1');
  for (const {code, pointer} of report.issues.messages) {
    if (code !== 'UNSUPPORTED_EXTENSION') continue;
    const name = report.info.extensionsUsed[Number(pointer.split('/')[2])];
    if (/physics|rigid_bodies|_shapes|OMI_/.test(name ?? '') && text.includes(name)) fail(scene, `${code} of ${name}`);
  }
  // The official report's part of the information.
  if (report.info && typeof report.info.animationCount !== 'number') fail(scene, 'no animationCount');
}
console.log(`${checked} reports checked, ${failures} failures`);
process.exit(failures > 0 || checked === 0 ? 1 : 0);
