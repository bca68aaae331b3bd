// Steps a scene in one engine, in node or in a browser, and keeps what each step took and the poses.

/// `now` gives milliseconds. Poses: seven doubles for each body that can move, after every `interval` steps.
export async function timedRun(engine, scene, { steps, interval, sleeping, now }) {
  const { create } = await import(`./${engine}.mjs`);
  const world = await create(scene, sleeping);
  const movable = scene.bodies.filter((body) => body.mass > 0).length;
  const poses = new Float64Array(movable * 7 * Math.floor(steps / interval));
  const step_ms = [];
  for (let step = 1; step <= steps; ++step) {
    const before = now();
    world.step();
    step_ms.push(now() - before);
    if (step % interval === 0) world.poses(poses.subarray((step / interval - 1) * movable * 7));
  }
  return { step_ms, poses };
}
