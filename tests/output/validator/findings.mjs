// What the official glTF validator finds in a file, and the scenes to look at.
import fs from 'node:fs';
import path from 'node:path';

let validator;
try {
  validator = (await import('gltf-validator')).default;
} catch {
  console.error('gltf-validator is not installed: run npm ci in tests/output/validator');
  process.exit(77);
}

const MAX_ISSUES = 100000;
// Extensions that the validator does not know are hints and information; only errors and warnings count.
const ERROR = 0, WARNING = 1;

export function scenesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter(entry => entry.isFile() && /\.(gltf|glb)$/i.test(entry.name))
      .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
      .sort();
}

// Number of findings by severity and code: indices may change when buffers are merged.
export async function findings(file) {
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

// Messages of findings that are in `after` more often than in `before`.
export function newFindings(before, after) {
  const messages = [];
  for (const [key, {count, examples}] of after.counts) {
    if (count > (before.counts.get(key)?.count ?? 0)) messages.push(`new ${key}, e.g. ${examples.slice(-3).join('; ')}`);
  }
  return messages;
}
