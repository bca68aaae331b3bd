// Runs a benchmark scene in one engine and prints what each step took.
//
//   [CAROM_BENCH_IN=chromium] node run.mjs carom|rapier|havok|jolt SCENE.json STEPS INTERVAL POSES on|off
//
// SCENE is what bench/compare writes (scene_file.cpp). After every INTERVAL steps the poses of all bodies that
// can move go to the file POSES: seven doubles each, position and quaternion (x, y, z, w) of the body's frame.
// The last argument says whether bodies may sleep. Prints {"step_ms": [...]}: processor time of this process; with
// CAROM_BENCH_IN=chromium the scene runs in a worker of Debian's Chromium, and times are those of its clock.
import { readFileSync, writeFileSync } from 'node:fs';

const [engine, scene_file, steps_text, interval_text, poses_file, sleep] = process.argv.slice(2);
const scene = JSON.parse(readFileSync(scene_file, 'utf8'));
const options = { steps: Number(steps_text), interval: Number(interval_text), sleeping: sleep === 'on' };

function processorMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let run;
if (process.env.CAROM_BENCH_IN === 'chromium') {
  const { runInChromium } = await import('./chromium.mjs');
  run = await runInChromium(engine, scene, options);
} else {
  const { timedRun } = await import('./timed_run.mjs');
  run = await timedRun(engine, scene, { ...options, now: processorMilliseconds });
}
writeFileSync(poses_file, run.poses);
console.log(JSON.stringify({ step_ms: run.step_ms }));
process.exit(0);  // Some engines leave handles open.
