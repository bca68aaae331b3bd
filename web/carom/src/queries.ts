// What queries are asked with.
import {exactly, nodeIndex} from './arguments.js';
import type {FilterDescription} from './description.js';

/** Which colliders a query sees. */
export interface QueryFilter {
  /** The querying side's filter; without it, it collides with everything. */
  filter?: Partial<FilterDescription>;
  /** Colliders of this motion node are not seen. */
  ignoreMotionNode?: number;
  /** Nor those that a joint keeps from colliding with it. */
  ignoreJoined?: boolean;
  includeTriggers?: boolean;
}

/** A shape to ask with. `geometry` indexes the scene's. */
export type AskedShape =
  | {type: 'sphere'; radius: number}
  | {type: 'box'; size: readonly [number, number, number]}
  | {type: 'capsule' | 'cylinder'; height: number; radiusTop: number; radiusBottom: number}
  | {type: 'plane'; sizeX?: number; sizeZ?: number}
  | {type: 'hull' | 'mesh'; geometry: number};

/** Kind and five sizes. */
export function shapeNumbers(shape: AskedShape): number[] {
  switch (shape.type) {
    case 'sphere':
      return [0, shape.radius, 0, 0, 0, 0];
    case 'box':
      return [1, ...exactly(3, shape.size, 'size'), 0, 0];
    case 'capsule':
    case 'cylinder':
      return [shape.type === 'capsule' ? 2 : 3, shape.height, shape.radiusTop, shape.radiusBottom, 0, 0];
    case 'plane':
      return [4, shape.sizeX ?? Infinity, shape.sizeZ ?? Infinity, 0, 0, 0];
    default:
      return [shape.type === 'hull' ? 5 : 6, shape.geometry, 0, 0, 0, 0];
  }
}

const list = (names: readonly string[] | undefined): string => (names === undefined ? '-' : names.join('\n'));

export function readFilter(asked: QueryFilter = {}): {systems: string | undefined; ignoredNode: number; flags: number} {
  const f = asked.filter;
  return {
    systems: f && [list(f.collisionSystems), list(f.collideWithSystems), list(f.notCollideWithSystems)].join('\f'),
    ignoredNode: nodeIndex(asked.ignoreMotionNode ?? -1),
    flags: (asked.ignoreJoined ? 1 : 0) | (asked.includeTriggers ? 2 : 0),
  };
}
