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

let validator;
try {
  validator = (await import('gltf-validator')).default;
} catch {
  console.error('gltf-validator is not installed: run npm ci in tests/output/validator');
  process.exit(77);
}

const [program, outputFolder, ...folders] = process.argv.slice(2);
const SECONDS = '0.5';  // Enough for channels with several keys.
const MAX_ISSUES = 100000;
// Extensions that the validator does not know are hints and information; only errors and warnings count.
const ERROR = 0, WARNING = 1;

function scenesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter(entry => entry.isFile() && /\.(gltf|glb)$/i.test(entry.name))
      .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
      .sort();
}

// Number of findings by severity and code: indices may change when buffers are merged.
async function findings(file) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: MAX_ISSUES,
    externalResourceFunction: uri =>
      fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri))).then(data => new Uint8Array(data)),
  });
  const counts = new Map();
  for (const message of report.issues.messages) {
    if (message.severity > WARNING) continue;
    const key = `${message.severity === ERROR ? 'error' : 'warning'} ${message.code}`;
    const entry = counts.get(key) ?? {count: 0, examples: []};
    entry.count += 1;
    entry.examples.push(`${message.pointer ?? ''}: ${message.message}`);
    counts.set(key, entry);
  }
  return {counts, animations: report.info?.animationCount ?? 0};
}

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
    for (const [key, {count, examples}] of after.counts) {
      if (count <= (before.counts.get(key)?.count ?? 0)) continue;
      failures += 1;
      console.error(`${scene} -> ${ending}: new ${key}, e.g. ${examples.slice(-3).join('; ')}`);
    }
  }
}
console.log(`${baked} baked files checked, ${refused} refused, ${failures} failures`);
fs.rmSync(outputFolder, {recursive: true, force: true});
process.exit(failures > 0 || baked === 0 ? 1 : 0);
