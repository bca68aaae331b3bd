// Jolt as it comes, one thread.
import initJolt from 'jolt-physics/wasm-compat';

const FIXED = 0, MOVING = 1;  // Layers of objects, and of the broad phase.

function settingsOf(Jolt, scene) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxBodies = scene.bodies.length + 16;
  settings.mMaxBodyPairs = 65536;
  settings.mMaxContactConstraints = 16384;  // Its temporary memory holds no more than 22,000.
  settings.mMaxWorkerThreads = 0;
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(FIXED, MOVING);
  pairs.EnableCollision(MOVING, MOVING);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [FIXED, MOVING]) layers.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  return settings;
}

function shapeOf(Jolt, shape) {
  switch (shape.kind) {
    case 'box': return new Jolt.BoxShape(new Jolt.Vec3(shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2));
    case 'sphere': return new Jolt.SphereShape(shape.radius);
    case 'capsule': return new Jolt.CapsuleShape(shape.height / 2, shape.radius);
    case 'hull': {
      const settings = new Jolt.ConvexHullShapeSettings();
      for (let i = 0; i < shape.points.length; i += 3)
        settings.mPoints.push_back(new Jolt.Vec3(shape.points[i], shape.points[i + 1], shape.points[i + 2]));
      return settings.Create().Get();
    }
    case 'mesh': {
      const settings = new Jolt.MeshShapeSettings();
      const point = new Jolt.Float3(0, 0, 0);
      for (let i = 0; i < shape.points.length; i += 3) {
        [point.x, point.y, point.z] = shape.points.slice(i, i + 3);
        settings.mTriangleVertices.push_back(point);
      }
      for (let i = 0; i < shape.indices.length; i += 3) {
        const triangle = new Jolt.IndexedTriangle(shape.indices[i], shape.indices[i + 1], shape.indices[i + 2], 0);
        settings.mIndexedTriangles.push_back(triangle);
        Jolt.destroy(triangle);
      }
      return settings.Create().Get();
    }
  }
  throw new Error(`no such shape: ${shape.kind}`);
}

export async function create(scene, sleeping) {
  const Jolt = await initJolt();
  const jolt = new Jolt.JoltInterface(settingsOf(Jolt, scene));
  const system = jolt.GetPhysicsSystem(), bodies = system.GetBodyInterface();
  system.SetGravity(new Jolt.Vec3(...scene.gravity));
  const shapes = scene.shapes.map((shape) => shapeOf(Jolt, shape));
  const all = [], movable = [];
  const apart_filter = new Jolt.GroupFilterTable(1);  // Those of one group and subgroup do not meet.
  for (const { shape, position, rotation, mass, apart } of scene.bodies) {
    const settings = new Jolt.BodyCreationSettings(
      shapes[shape], new Jolt.RVec3(...position), new Jolt.Quat(...rotation),
      mass > 0 ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static, mass > 0 ? MOVING : FIXED);
    settings.mFriction = scene.friction;
    settings.mRestitution = 0;
    settings.mAllowSleeping = sleeping;
    if (apart) settings.mCollisionGroup = new Jolt.CollisionGroup(apart_filter, 0, 0);
    if (mass > 0) {
      settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
      settings.mMassPropertiesOverride.mMass = mass;
    }
    const body = bodies.CreateBody(settings);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    all.push(body);
    if (mass > 0) movable.push(body);
    Jolt.destroy(settings);
  }
  for (const { bodies: [a, b], points: [p, q] } of scene.pins) {
    const pin = new Jolt.PointConstraintSettings();
    pin.mSpace = Jolt.EConstraintSpace_LocalToBodyCOM;
    pin.mPoint1 = new Jolt.RVec3(...p);
    pin.mPoint2 = new Jolt.RVec3(...q);
    system.AddConstraint(pin.Create(all[a], all[b]));
    Jolt.destroy(pin);
  }
  system.OptimizeBroadPhase();
  return {
    step: () => jolt.Step(scene.time_step, 1),
    poses(out) {
      movable.forEach((body, i) => {
        const p = body.GetPosition(), q = body.GetRotation();
        out.set([p.GetX(), p.GetY(), p.GetZ(), q.GetX(), q.GetY(), q.GetZ(), q.GetW()], i * 7);
      });
    },
  };
}
