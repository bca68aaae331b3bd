// A scene with as many bodies as one likes.

/** Stacks of ten boxes on a floor, as the text of a .gltf. */
export function stacksOf(count) {
  const side = Math.ceil(Math.sqrt(count / 10));
  const nodes = [{name: 'floor', translation: [0, -0.5, 0], extensions: {KHR_physics_rigid_bodies: {collider: {geometry: {shape: 0}}}}}];
  for (let i = 0; i < count; ++i) {
    const stack = Math.floor(i / 10);
    nodes.push({
      name: `box ${i}`, translation: [2 * (stack % side) - side, 0.5 + (i % 10), 2 * Math.floor(stack / side) - side],
      extensions: {KHR_physics_rigid_bodies: {motion: {mass: 1 + (i % 3)}, collider: {geometry: {shape: 1}}}},
    });
  }
  return JSON.stringify({
    asset: {version: '2.0'}, extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    extensions: {KHR_implicit_shapes: {shapes: [{type: 'box', box: {size: [4 * side, 1, 4 * side]}}, {type: 'box', box: {size: [1, 1, 1]}}]}},
    scene: 0, scenes: [{nodes: nodes.map((_, i) => i)}], nodes,
  });
}
