import {lastPart} from './arguments.js';
import {CaromError, type Diagnostic} from './diagnostics.js';
import type {Scene} from './scene.js';
import type {World} from './world.js';

export interface RecorderOptions {
  /** Bake the motion into the scene's document as an animation: a .glb, or a .gltf with its files. */
  baked?: 'glb' | 'gltf';
  /** Write where every motion node is after every step, as CSV. */
  trajectory?: boolean;
  /** Write events, one JSON object a line. */
  events?: boolean;
  /** Nodes without bodies that `world.set` moves or scales: they are baked, too. Those that the file's graph moves are in any case. */
  nodes?: readonly number[];
  /** Name of the files without its ending. Default 'baked'. */
  name?: string;
}

/** Follows a world of an engine with tools: capture it before the first step and after each, then `finish`. */
export class Recorder {
  readonly #scene: Scene;
  readonly #folder: string;
  #address: number;

  constructor(scene: Scene, options: RecorderOptions) {
    const {engine} = scene, {tools} = engine;
    const nodes = [...(options.nodes ?? [])];
    const wrong = nodes.find(node => !Number.isInteger(node) || node < 0 || node >= scene.description.nodes.length);
    if (wrong !== undefined) throw new RangeError(`${wrong} is no node of the scene`);
    this.#scene = scene;
    this.#folder = engine.makeFolder();
    const base = `${this.#folder}/${lastPart(options.name ?? '', 'baked')}`;
    const paths = [
      options.baked ? `${base}.${options.baked}` : '', options.trajectory ? `${base}.csv` : '', options.events ? `${base}.jsonl` : '',
    ];
    this.#address = engine.withText(paths[0]!, baked => engine.withText(paths[1]!, trajectory => engine.withText(paths[2]!, events =>
      tools._carom_recorder_create(scene.address, baked, trajectory, events)))) >>> 0;
    if (this.#address === 0) {
      const found = engine.diagnostics();
      engine.removeFolder(this.#folder);
      throw new CaromError('nothing can be recorded', found);
    }
    for (const node of nodes) tools._carom_recorder_watch(this.#address, node);
  }

  capture(world: World): void {
    if (this.#address === 0) throw new CaromError('the recorder has finished');
    const {engine} = this.#scene;
    if (world.engine !== engine || engine.tools._carom_recorder_capture(this.#address, world.address) === 0)
      throw new CaromError('the world is not of the scene that is recorded, as it was when the recorder was made');
  }

  /** The files by name, and the warnings of baking. Frees the recorder. */
  finish(): {files: Map<string, Uint8Array<ArrayBuffer>>; diagnostics: Diagnostic[]} {
    if (this.#address === 0) throw new CaromError('the recorder has finished');
    const {engine} = this.#scene;
    try {
      const done = engine.tools._carom_recorder_finish(this.#address);
      const diagnostics = engine.diagnostics();
      if (!done) throw new CaromError('what was recorded cannot be written', diagnostics);
      return {files: engine.readFiles(this.#folder), diagnostics};
    } finally {
      this.free();
    }
  }

  free(): void {
    if (this.#address === 0) return;
    const {engine} = this.#scene;
    engine.tools._carom_recorder_free(this.#address);
    this.#address = 0;
    engine.removeFolder(this.#folder);
  }
}
