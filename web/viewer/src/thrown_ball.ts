// The file of a scene that a ball has been added to, so that a recording of it can be replayed.
import {Scene} from 'carom-physics';
import {changedJson, nameWithoutEnding} from './files.js';
import type {Files} from './protocol.js';

/** The members of a document that say what is shown. */
interface Document {
  scene?: number;
  scenes?: {nodes?: number[]}[];
}

const nodesOf = ({description: {motions, colliders, nodes}}: Scene): string =>
  JSON.stringify([nodes.length, motions.map(one => one.node), colliders.map(one => one.node)]);

/**
 * Writes the scene, whose last node is the ball, as a .glb, and reads that again: what is simulated from then on is what the file
 * has. Rejects where the dialect of the file cannot say all that the scene has.
 */
export async function writeWithBall(scene: Scene, node: number, {name, others}: Files): Promise<{scene: Scene; files: Files}> {
  // A file without physics has no dialect yet.
  const {files, report} = scene.convert(scene.description.dialects.length > 0 ? 'same' : 'khr', {binary: true});
  const losses = report.losses as {kind: string; rule: string}[];
  const lost = losses.find(({kind}) => kind !== 'implied');
  if (lost) throw new Error(`its dialect loses something when it is written anew (${lost.rule})`);
  const bytes = changedJson(files.get('converted.glb')!, json => {
    // A node that no scene lists is not simulated.
    const {scene, scenes} = json as Document;
    const shown = scenes?.[scene ?? 0];
    if (shown && !shown.nodes?.includes(node)) (shown.nodes ??= []).push(node);
  });
  const written = await Scene.load(scene.engine, bytes, {resolve: uri => others.get(decodeURIComponent(uri))});
  if (nodesOf(written) !== nodesOf(scene)) {
    written.free();
    throw new Error('written anew it has other nodes');
  }
  return {scene: written, files: {name: `${nameWithoutEnding(name).replace(/_with_balls$/, '')}_with_balls.glb`, bytes, others}};
}
