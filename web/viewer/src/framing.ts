// What of a scene is worth looking at.
import * as THREE from 'three';

/** How much farther than the others something may reach and still be looked at. */
const MUCH = 10;

/** Of some numbers the middle one, or the mean of the two in the middle. */
function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : 0.5 * (sorted[half - 1]! + sorted[half]!);
}

/**
 * Bounds of all boxes but those whose farthest point is more than ten times as far from the median place as that of half the boxes:
 * one box that is far away or huge makes the others no smaller.
 */
export function usualBounds(boxes: readonly THREE.Box3[]): THREE.Box3 {
  const filled = boxes.filter(box => !box.isEmpty());
  const places = filled.map(box => box.getCenter(new THREE.Vector3()));
  const middle = new THREE.Vector3(...(['x', 'y', 'z'] as const).map(axis => median(places.map(place => place[axis]))));
  const size = new THREE.Vector3();
  const reaches = filled.map((box, i) => places[i]!.distanceTo(middle) + 0.5 * box.getSize(size).length());
  // Of two the nearer one.
  const usual = reaches.toSorted((a, b) => a - b)[(reaches.length - 1) >> 1]!;
  const bounds = new THREE.Box3();
  filled.forEach((box, i) => reaches[i]! <= MUCH * usual && bounds.union(box));
  return bounds;
}
