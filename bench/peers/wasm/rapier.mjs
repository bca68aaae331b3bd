// Rapier with SIMD, as it comes.
import RAPIER from '@dimforge/rapier3d-simd-compat';

function colliderOf(shape) {
  switch (shape.kind) {
    case 'box': return RAPIER.ColliderDesc.cuboid(shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2);
    case 'sphere': return RAPIER.ColliderDesc.ball(shape.radius);
    case 'capsule': return RAPIER.ColliderDesc.capsule(shape.height / 2, shape.radius);
    case 'hull': return RAPIER.ColliderDesc.convexHull(new Float32Array(shape.points));
    case 'mesh': return RAPIER.ColliderDesc.trimesh(new Float32Array(shape.points), new Uint32Array(shape.indices));
  }
  throw new Error(`no such shape: ${shape.kind}`);
}

export async function create(scene, sleeping) {
  await RAPIER.init();
  const [gx, gy, gz] = scene.gravity;
  const world = new RAPIER.World({ x: gx, y: gy, z: gz });
  world.timestep = scene.time_step;
  const bodies = [], movable = [];
  for (const { shape, position: p, rotation: q, mass, apart } of scene.bodies) {
    const description = (mass > 0 ? RAPIER.RigidBodyDesc.dynamic() : RAPIER.RigidBodyDesc.fixed())
      .setTranslation(p[0], p[1], p[2]).setRotation({ x: q[0], y: q[1], z: q[2], w: q[3] }).setCanSleep(sleeping);
    const body = world.createRigidBody(description);
    const collider = colliderOf(scene.shapes[shape]).setFriction(scene.friction).setRestitution(0);
    if (mass > 0) collider.setMass(mass);
    if (apart) collider.setCollisionGroups(0x0002fffd);  // In group 1, and meets all others.
    world.createCollider(collider, body);
    bodies.push(body);
    if (mass > 0) movable.push(body);
  }
  const vector = ([x, y, z]) => ({ x, y, z });
  for (const { bodies: [a, b], points: [p, q] } of scene.pins)
    world.createImpulseJoint(RAPIER.JointData.spherical(vector(p), vector(q)), bodies[a], bodies[b], true);
  return {
    step: () => world.step(),
    poses(out) {
      movable.forEach((body, i) => {
        const p = body.translation(), q = body.rotation();
        out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], i * 7);
      });
    },
  };
}
