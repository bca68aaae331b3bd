// What is simulated, beside something else with the same camera: the same scene in other settings, another file, or the
// animation that was baked of it.
import * as THREE from 'three';
import type {WorldSettings} from 'carom-physics';
import {Baking} from './baking.js';
import {Client} from './client.js';
import {Segments} from './lines.js';
import type {Files, Frame, Loaded, Numbers, Throw} from './protocol.js';
import {Stage} from './stage.js';

const NOTHING = {count: 0, integers: new Int32Array(), numbers: new Float64Array()};

/** There is one at most: whoever makes another closes it first, whether it is shown already or not. */
export class Comparison {
  readonly #stage: Stage;
  readonly #note = document.getElementById('compare-note')!;
  readonly #canvas = document.getElementById('second') as HTMLCanvasElement;
  readonly #differences = new Segments(0xd6336c);
  readonly #place = new THREE.Vector3();
  #name = '';
  /** Simulates the second scene; a baked animation has none. */
  #client: Client | undefined;
  #baking: Baking | undefined;
  #timeStep = 1 / 60;
  #step = 0;
  /** Whether there is something to show, and the step of the first that it is shown for. */
  #ready = false;
  #shownFor: number | undefined;
  #closed = false;

  /** Both pictures are seen by the camera of the first; turning the second turns the first. */
  constructor(first: Stage) {
    this.#canvas.hidden = false;
    this.#note.hidden = false;
    this.#note.textContent = 'The other scene is on its way…';
    this.#stage = new Stage(this.#canvas, first);
    this.#stage.scene.add(this.#differences.object);
  }

  get closed(): boolean {
    return this.#closed;
  }

  async #show(name: string, files: Files, loaded: Loaded): Promise<void> {
    this.#name = name;
    await this.#stage.load(files, loaded);
    this.#ready = true;
  }

  /** `start`: what the first began with, where that is not the file's start. */
  async load(name: string, files: Files, settings: WorldSettings, start?: Numbers | null): Promise<void> {
    this.#client = new Client();
    this.#timeStep = settings.timeStep ?? 1 / 60;
    const loaded = await this.#client.ask('load', {files, settings, ...(start ? {start} : {})});
    await this.#show(name, files, loaded);
  }

  /** What is baked of the scene, played by three.js; it has the nodes of the scene. */
  async loadBaked(files: Files, settings: WorldSettings, seconds: number, loaded: Loaded): Promise<void> {
    this.#baking = new Baking(files, settings, seconds);
    const {glb} = await this.#baking.done;
    // Its graph, if it has one, does not play: its animation is there for that.
    const baked = {name: 'baked.glb', bytes: glb, others: new Map()};
    await this.#show(`the baked animation of ${seconds} s`, baked, {...loaded, customEvents: undefined});
  }

  /** Throws the ball here, too, into the state that is shown: from there on time is counted anew. `node` is the first's ball. */
  async throwBall(ball: Throw, node: number): Promise<void> {
    if (!this.#client) throw new Error('No ball can be thrown into a baked animation: the comparison has ended.');
    if (this.#shownFor === undefined) throw new Error('The other scene is not there yet: the comparison has ended.');
    await this.#begin(async client => {
      const loaded = await client.ask('throwBall', ball);
      if (loaded.description.nodes.length - 1 !== node)
        throw new Error('The other file has another number of nodes, so its ball is another node: the comparison has ended.');
      this.#stage.addMissing(loaded);
    });
  }

  restart(): Promise<void> {
    return this.#begin(client => client.ask('restart', null));
  }

  /** Makes the other scene begin, unless nobody compares with it any more. */
  async #begin(what: (client: Client) => Promise<unknown>): Promise<void> {
    try {
      if (this.#client) await what(this.#client);
      this.#step = 0;
      this.#shownFor = undefined;
    } catch (error) {
      if (!this.#closed) throw error;
    }
  }

  async #goTo(client: Client | undefined, time: number): Promise<void> {
    if (!client) return this.#stage.show({time, nodes: NOTHING, scales: NOTHING});
    const steps = Math.round(time / this.#timeStep);
    if (this.#step < steps) await client.ask('step', {count: steps - this.#step});
    else if (this.#step > steps) await client.ask('seek', {step: steps});
    const frame = await client.frame([]);
    this.#step = frame.step;
    this.#stage.show(frame);
    client.giveBack(frame);
  }

  /** Goes to the time of the first, shows it, and draws how far each node is from where the first has it. */
  async follow(first: Frame): Promise<void> {
    if (!this.#ready || this.#shownFor === first.step) return;
    this.#shownFor = first.step;
    try {
      await this.#goTo(this.#client, first.time);
    } catch (error) {
      if (!this.#closed) throw error;
    }
    if (this.#closed) return;
    let most = 0;
    this.#differences.begin();
    for (let i = 0; i < first.nodes.count; ++i) {
      // By the node's index, as revisions of a file have it.
      const other = this.#stage.nodes[first.nodes.integers[i]!];
      if (!other) continue;
      const {x, y, z} = this.#place.setFromMatrixPosition(other.matrixWorld);
      const [a, b, c] = first.nodes.numbers.subarray(14 * i, 14 * i + 3) as unknown as [number, number, number];
      const distance = Math.hypot(a - x, b - y, c - z);
      most = Math.max(most, distance);
      if (distance > 1e-3) this.#differences.add(a, b, c, x, y, z);
    }
    this.#differences.end();
    this.#note.textContent = `Right: ${this.#name}. Farthest apart: ${most.toPrecision(3)} m; the lines join what is apart.`;
    this.look();
  }

  /** Looks as the first does; called for each picture. */
  look(): void {
    this.#stage.renderIfStale();
  }

  get camera(): THREE.PerspectiveCamera {
    return this.#stage.camera;
  }

  close(): void {
    this.#closed = true;
    this.#client?.close();
    this.#baking?.giveUp();
    this.#stage.controls.dispose();
    this.#stage.renderer.dispose();
    // A browser has few contexts, and takes them back late.
    this.#stage.renderer.forceContextLoss();
    this.#canvas.hidden = true;
    this.#note.hidden = true;
    this.#note.textContent = '';
    // A canvas keeps its context: the next comparison gets a new one.
    const fresh = this.#canvas.cloneNode() as HTMLCanvasElement;
    this.#canvas.replaceWith(fresh);
  }
}
