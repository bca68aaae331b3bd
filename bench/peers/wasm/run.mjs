// Runs a benchmark scene in one engine and prints what each step took.
//
//   node run.mjs carom|rapier|havok|jolt SCENE.json STEPS INTERVAL POSES on|off
//
// SCENE is what bench/compare writes (scene_file.cpp). After every INTERVAL steps the poses of all bodies that
// can move go to the file POSES: seven doubles each, position and quaternion (x, y, z, w) of the body's frame.
// The last argument says whether bodies may sleep. Prints {"step_ms": [...]}: processor time of this process.
import { readFileSync, writeFileSync } from 'node:fs';

const [engine, scene_file, steps_text, interval_text, poses_file, sleep] = process.argv.slice(2);
const scene = JSON.parse(readFileSync(scene_file, 'utf8'));
const steps = Number(steps_text), interval = Number(interval_text);
const { create } = await import(`./${engine}.mjs`);
const world = await create(scene, sleep === 'on');
const movable = scene.bodies.filter((body) => body.mass > 0).length;
const poses = new Float64Array(movable * 7 * Math.floor(steps / interval));

function processorMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const step_ms = [];
for (let step = 1; step <= steps; ++step) {
  const before = processorMilliseconds();
  world.step();
  step_ms.push(processorMilliseconds() - before);
  if (step % interval === 0) world.poses(poses.subarray((step / interval - 1) * movable * 7));
}
writeFileSync(poses_file, poses);
console.log(JSON.stringify({ step_ms }));
process.exit(0);  // Some engines leave handles open.
