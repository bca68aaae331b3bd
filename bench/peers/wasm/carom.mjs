// Carom's own package, as tools/build_web makes it. The scene becomes a glTF file: every number as it is.

const { init, Scene, World } = await import(new URL('../../../web/carom/dist/index.js', import.meta.url));

/// Points and indices in one buffer, as accessors and meshes.
class Meshes {
  parts = [];
  views = [];
  accessors = [];
  meshes = [];
  length = 0;

  accessor(array, type, count, bounds = {}) {
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: array.byteLength });
    this.parts.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    this.length += array.byteLength;
    const componentType = array instanceof Float32Array ? 5126 : 5125;
    this.accessors.push({ bufferView: this.views.length - 1, componentType, count, type, ...bounds });
    return this.accessors.length - 1;
  }

  add({ points, indices }) {
    const numbers = new Float32Array(points);
    const column = (k) => points.filter((_, i) => i % 3 === k);
    const bound = (pick) => [0, 1, 2].map((k) => Math.fround(column(k).reduce((a, b) => pick(a, b))));
    const position = this.accessor(numbers, 'VEC3', points.length / 3, { min: bound(Math.min), max: bound(Math.max) });
    // A hull is of the points that the triangles name.
    const count = points.length / 3;
    const named = indices ?? Array.from({ length: Math.ceil(count / 3) * 3 }, (_, i) => Math.min(i, count - 1));
    const index = this.accessor(new Uint32Array(named), 'SCALAR', named.length);
    this.meshes.push({ primitives: [{ attributes: { POSITION: position }, indices: index }] });
    return this.meshes.length - 1;
  }

  bytes() {
    const all = new Uint8Array(this.length);
    this.parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
  }
}

function geometryOf(shape, shapes, meshes) {
  const implicit = (type, sizes) => ({ shape: shapes.push({ type, [type]: sizes }) - 1 });
  switch (shape.kind) {
    case 'box': return implicit('box', { size: shape.size });
    case 'sphere': return implicit('sphere', { radius: shape.radius });
    case 'capsule':
      return implicit('capsule', { height: shape.height, radiusBottom: shape.radius, radiusTop: shape.radius });
    case 'hull': return { mesh: meshes.add(shape), convexHull: true };
    case 'mesh': return { mesh: meshes.add(shape) };
  }
  throw new Error(`no such shape: ${shape.kind}`);
}

function fileOf(scene) {
  const shapes = [], meshes = new Meshes();
  const geometries = scene.shapes.map((shape) => geometryOf(shape, shapes, meshes));
  const nodes = scene.bodies.map(({ shape, position, rotation, mass, apart }) => ({
    translation: position, rotation,
    extensions: { KHR_physics_rigid_bodies: {
      ...(mass > 0 ? { motion: { mass } } : {}),
      collider: { geometry: geometries[shape], physicsMaterial: 0, ...(apart ? { collisionFilter: 0 } : {}) },
    } },
  }));
  for (const { bodies: [a, b], points: [p, q] } of scene.pins) {
    const at = nodes.length;  // The frames are children of the bodies.
    nodes.push(
      { translation: p, extensions: { KHR_physics_rigid_bodies: { joint: { connectedNode: at + 1, joint: 0 } } } },
      { translation: q });
    (nodes[a].children ??= []).push(at);
    (nodes[b].children ??= []).push(at + 1);
  }
  const material = { staticFriction: scene.friction, dynamicFriction: scene.friction, restitution: 0 };
  const geometry = meshes.length === 0 ? {} : {
    meshes: meshes.meshes, accessors: meshes.accessors, bufferViews: meshes.views,
    buffers: [{ byteLength: meshes.length, uri: 'meshes.bin' }],
  };
  const document = {
    asset: { version: '2.0' }, extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    extensions: { KHR_implicit_shapes: { shapes }, KHR_physics_rigid_bodies: {
      physicsMaterials: [material],
      collisionFilters: [{ collisionSystems: ['apart'], notCollideWithSystems: ['apart'] }],
      ...(scene.pins.length > 0 ? { physicsJoints: [{ limits: [{ linearAxes: [0, 1, 2], min: 0, max: 0 }] }] } : {}),
    } },
    scene: 0, scenes: [{ nodes: scene.bodies.map((_, i) => i) }], nodes, ...geometry,
  };
  return { text: new TextEncoder().encode(JSON.stringify(document)), buffer: meshes.bytes() };
}

export async function create(scene, sleeping) {
  const engine = await init();
  const { text, buffer } = fileOf(scene);
  const loaded = await Scene.load(engine, text, { name: 'scene.gltf', resolve: () => buffer });
  const world = new World(loaded, { timeStep: scene.time_step, gravity: scene.gravity, sleeping });
  return {
    step: () => world.step(),
    poses(out) {
      const { count, numbers } = world.bodies;
      for (let i = 0; i < count; ++i) out.set(numbers.subarray(16 * i, 16 * i + 7), i * 7);
    },
  };
}
