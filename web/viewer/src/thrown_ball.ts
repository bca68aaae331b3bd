// The file of a scene that a ball has been added to, so that a recording of it can be replayed.
import {Scene} from 'carom-physics';
import {nameWithoutEnding} from './files.js';
import type {Files} from './protocol.js';

const nodesOf = ({description: {motions, colliders, nodes}}: Scene): string =>
  JSON.stringify([nodes.length, motions.map(one => one.node), colliders.map(one => one.node)]);

/**
 * Writes the scene with the ball as a .glb, and reads that again: what is simulated from then on is what the file
 * has. Rejects where the dialect of the file cannot say all that the scene has.
 */
export async function writeWithBall(scene: Scene, {name, others}: Files): Promise<{scene: Scene; files: Files}> {
  // A file without physics has no dialect yet.
  const {files, report} = scene.convert(scene.description.dialects.length > 0 ? 'same' : 'khr', {binary: true});
  const losses = report.losses as {kind: string; rule: string}[];
  const lost = losses.find(({kind}) => kind !== 'implied');
  if (lost) throw new Error(`its dialect loses something when it is written anew (${lost.rule})`);
  const bytes = files.get('converted.glb')!;
  const written = await Scene.load(scene.engine, bytes, {resolve: uri => others.get(decodeURIComponent(uri))});
  if (nodesOf(written) !== nodesOf(scene)) {
    written.free();
    throw new Error('written anew it has other nodes');
  }
  return {scene: written, files: {name: `${nameWithoutEnding(name).replace(/_with_balls$/, '')}_with_balls.glb`, bytes, others}};
}
