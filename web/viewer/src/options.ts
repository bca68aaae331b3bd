// What the user has set.
import type {WorldSettings} from 'carom-physics';

export const COMPARISONS = ['nothing', '240 Hz', 'four times the substeps', 'other filter reading', 'another file', 'baked animation'];

export const options = {
  speed: 1, rate: 60, substeps: 4, sleeping: true, ownGravity: false, gravity: -9.81, filterRule: 'shared' as 'shared' | 'literal',
  meshes: true, compare: 'nothing', bakeSeconds: 5,
};

export function settings(): WorldSettings {
  return {
    timeStep: 1 / options.rate, substeps: options.substeps, sleeping: options.sleeping, filterRule: options.filterRule,
    ...(options.ownGravity ? {gravity: [0, options.gravity, 0] as const} : {}),
  };
}

/** Of the second picture, where it shows the same file; and what it is called. */
export function otherSettings(): [string, WorldSettings] {
  if (options.compare === 'other filter reading') {
    const filterRule = options.filterRule === 'shared' ? 'literal' : 'shared';
    return [`the ${filterRule} reading of filters`, {...settings(), filterRule}];
  }
  const other = options.compare === '240 Hz' ? {timeStep: 1 / 240} : {substeps: Math.min(64, 4 * options.substeps)};
  return [options.compare, {...settings(), ...other}];
}
