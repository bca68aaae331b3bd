// Scenes that tests make: bodies with shapes, and meshes for them.

const triangles = new Float32Array([-0.5, -0.5, 0, 0.5, -0.5, 0, 0, 0.5, 0, -0.5, -0.5, 0.5, 0.5, -0.5, 0.5, 0, 0.5, 0.5]);
const joints = new Uint8Array(24);
const weights = new Float32Array(24).map((_, i) => (i % 4 === 0 ? 1 : 0));
const data = Buffer.concat([triangles, joints, weights].map(array => Buffer.from(array.buffer)));

export const physics = value => ({extensions: {KHR_physics_rigid_bodies: value}});
/** A body of the shape with this index. */
export const body = shape => physics({motion: {mass: 1}, collider: {geometry: {shape}}});
/** What does not move. */
export const fixed = shape => physics({collider: {geometry: {shape}}});

/** A document with two triangles as vertices 0 to 5, as accessor 0; joints and weights of a skin are accessors 1 and 2. */
export function document({shapes, nodes, ...rest}) {
  const below = nodes.flatMap(({children = []}) => children);
  return {
    asset: {version: '2.0'}, extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    extensions: {KHR_implicit_shapes: {shapes}},
    buffers: [{byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}`}],
    bufferViews: [{buffer: 0, byteLength: 72}, {buffer: 0, byteOffset: 72, byteLength: 24}, {buffer: 0, byteOffset: 96, byteLength: 96}],
    accessors: [
      {bufferView: 0, componentType: 5126, count: 6, type: 'VEC3', min: [-0.5, -0.5, 0], max: [0.5, 0.5, 0.5]},
      {bufferView: 1, componentType: 5121, count: 6, type: 'VEC4'}, {bufferView: 2, componentType: 5126, count: 6, type: 'VEC4'},
    ],
    meshes: [{primitives: [{attributes: {POSITION: 0}}]}],
    scene: 0, scenes: [{nodes: nodes.map((_, i) => i).filter(i => !below.includes(i))}], nodes, ...rest,
  };
}
