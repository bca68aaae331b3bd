// Runs a benchmark scene in one engine and prints what each step took.
//
//   node run.mjs carom|rapier|havok|jolt SCENE.json STEPS INTERVAL POSES on|off [chromium]
//
// SCENE is what bench/compare writes (scene_file.cpp). After every INTERVAL steps the poses of all bodies that
// can move go to the file POSES: seven doubles each, position and quaternion (x, y, z, w) of the body's frame.
// "on" or "off" says whether bodies may sleep. Prints {"step_ms": [...]}: processor time of this process; with
// "chromium" the scene runs in a worker of Debian's Chromium, and times are those of its clock.
import { readFileSync, writeFileSync } from 'node:fs';

const [engine, scene_file, steps_text, interval_text, poses_file, sleep, where] = process.argv.slice(2);
const scene = JSON.parse(readFileSync(scene_file, 'utf8'));
const options = { steps: Number(steps_text), interval: Number(interval_text), sleeping: sleep === 'on' };

function processorMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let run;
if (where === 'chromium') {
  const { runInChromium } = await import('./chromium.mjs');
  run = await runInChromium(engine, scene, options);
} else {
  const { timedRun } = await import('./timed_run.mjs');
  run = await timedRun(engine, scene, { ...options, now: processorMilliseconds });
}
writeFileSync(poses_file, run.poses);
console.log(JSON.stringify({ step_ms: run.step_ms }));
process.exit(0);  // Some engines leave handles open.
