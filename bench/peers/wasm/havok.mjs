// Havok as it comes.
import HavokPhysics from '@babylonjs/havok';

const NO_TURN = [0, 0, 0, 1];

/// What a call gives, if it says that all is well.
function checked(havok, [result, value]) {
  if (result !== havok.Result.RESULT_OK) throw new Error('Havok refused');
  return value;
}

/// Copies numbers into the engine's memory.
function copied(havok, numbers, Type) {
  const address = havok._malloc(numbers.length * 4);
  new Type(havok.HEAPU8.buffer, address, numbers.length).set(numbers);
  return address;
}

function shapeOf(havok, shape) {
  switch (shape.kind) {
    case 'box': return checked(havok, havok.HP_Shape_CreateBox([0, 0, 0], NO_TURN, shape.size));
    case 'sphere': return checked(havok, havok.HP_Shape_CreateSphere([0, 0, 0], shape.radius));
    case 'capsule':
      return checked(havok, havok.HP_Shape_CreateCapsule([0, -shape.height / 2, 0], [0, shape.height / 2, 0], shape.radius));
    case 'hull': {
      const points = copied(havok, shape.points, Float32Array);
      const hull = checked(havok, havok.HP_Shape_CreateConvexHull(points, shape.points.length / 3));
      havok._free(points);
      return hull;
    }
    case 'mesh': {
      const points = copied(havok, shape.points, Float32Array), indices = copied(havok, shape.indices, Int32Array);
      const mesh = checked(
        havok, havok.HP_Shape_CreateMesh(points, shape.points.length / 3, indices, shape.indices.length / 3));
      havok._free(points);
      havok._free(indices);
      return mesh;
    }
  }
  throw new Error(`no such shape: ${shape.kind}`);
}

/// The code beside the package's module; Havok itself looks elsewhere in node.
async function codeOf(name) {
  const url = new URL(name, import.meta.resolve('@babylonjs/havok'));
  if (url.protocol !== 'file:') return (await fetch(url)).arrayBuffer();
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

export async function create(scene, sleeping) {
  const havok = await HavokPhysics({ wasmBinary: await codeOf('HavokPhysics.wasm') });
  const world = checked(havok, havok.HP_World_Create());
  havok.HP_World_SetGravity(world, scene.gravity);
  havok.HP_World_SetIdealStepTime(world, scene.time_step);
  const combine = havok.MaterialCombine.GEOMETRIC_MEAN;
  // The filter is the shape's: those that are apart are in group 2, and meet all others.
  const shapesOf = (apart) => scene.shapes.map((shape) => {
    const made = shapeOf(havok, shape);
    havok.HP_Shape_SetMaterial(made, [scene.friction, scene.friction, 0, combine, combine]);
    if (apart) havok.HP_Shape_SetFilterInfo(made, [2, ~2]);
    return made;
  });
  const together = shapesOf(false), separate = scene.bodies.some(({ apart }) => apart) ? shapesOf(true) : [];
  const bodies = [], movable = [];
  for (const { shape, position, rotation, mass, apart } of scene.bodies) {
    const body = checked(havok, havok.HP_Body_Create());
    const made = (apart ? separate : together)[shape];
    bodies.push(body);
    havok.HP_Body_SetShape(body, made);
    havok.HP_Body_SetMotionType(body, mass > 0 ? havok.MotionType.DYNAMIC : havok.MotionType.STATIC);
    if (mass > 0) {
      const [center, , inertia, turn] = checked(havok, havok.HP_Shape_BuildMassProperties(made));
      havok.HP_Body_SetMassProperties(body, [center, mass, inertia, turn]);
      movable.push(body);
    }
    havok.HP_Body_SetQTransform(body, [position, rotation]);
    havok.HP_World_AddBody(world, body, false);
    if (mass > 0 && !sleeping) havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE);
  }
  for (const { bodies: [a, b], points: [p, q] } of scene.pins) {
    const pin = checked(havok, havok.HP_Constraint_Create());
    havok.HP_Constraint_SetParentBody(pin, bodies[a]);
    havok.HP_Constraint_SetChildBody(pin, bodies[b]);
    havok.HP_Constraint_SetAnchorInParent(pin, p, [1, 0, 0], [0, 1, 0]);
    havok.HP_Constraint_SetAnchorInChild(pin, q, [1, 0, 0], [0, 1, 0]);
    const { LINEAR_X, LINEAR_Y, LINEAR_Z } = havok.ConstraintAxis;
    for (const axis of [LINEAR_X, LINEAR_Y, LINEAR_Z])
      havok.HP_Constraint_SetAxisMode(pin, axis, havok.ConstraintAxisLimitMode.LOCKED);
    havok.HP_Constraint_SetEnabled(pin, true);
  }
  return {
    step: () => havok.HP_World_Step(world, scene.time_step),
    poses(out) {
      movable.forEach((body, i) => out.set(checked(havok, havok.HP_Body_GetQTransform(body)).flat(), i * 7));
    },
  };
}
