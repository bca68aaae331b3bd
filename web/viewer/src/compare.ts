// What is simulated, beside something else with the same camera: the same scene in other settings, another file, or the
// animation that was baked of it.
import * as THREE from 'three';
import type {WorldSettings} from 'carom-physics';
import {Client} from './client.js';
import {Segments} from './lines.js';
import type {Files, Frame, Loaded} from './protocol.js';
import {Stage} from './stage.js';

const NOTHING = {count: 0, integers: new Int32Array(), numbers: new Float64Array()};

export class Comparison {
  readonly #stage: Stage;
  readonly #first: Stage;
  readonly #note = document.getElementById('compare-note')!;
  readonly #canvas = document.getElementById('second') as HTMLCanvasElement;
  readonly #differences = new Segments(0xd6336c);
  readonly #name: string;
  readonly #place = new THREE.Vector3();
  /** Simulates the second scene; a baked animation has none. */
  #client: Client | undefined;
  #timeStep = 1 / 60;
  #step = 0;

  /** Both pictures are seen by the camera of the first; turning the second turns the first. */
  constructor(name: string, first: Stage) {
    this.#name = name;
    this.#first = first;
    this.#canvas.hidden = false;
    this.#note.hidden = false;
    this.#stage = new Stage(this.#canvas);
    this.#stage.scene.add(this.#differences.object);
  }

  async #show(files: Files, loaded: Loaded): Promise<void> {
    await this.#stage.load(files, loaded);
    this.look();
    this.#stage.controls.addEventListener('change', () => this.#first.lookAs(this.#stage));
  }

  async load(files: Files, settings: WorldSettings): Promise<void> {
    this.#client = new Client();
    this.#timeStep = settings.timeStep ?? 1 / 60;
    const loaded = await this.#client.ask('load', {files, settings});
    await this.#show(files, loaded);
  }

  /** A baked file, played by three.js; it has the nodes of the scene that it is made of. */
  async loadBaked(glb: Uint8Array<ArrayBuffer>, loaded: Loaded): Promise<void> {
    // Its graph, if it has one, does not play: its animation is there for that.
    await this.#show({name: 'baked.glb', bytes: glb, others: new Map()}, {...loaded, customEvents: undefined});
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
  async follow(first: Frame): Promise<number> {
    await this.#goTo(this.#client, first.time);
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
    this.#stage.render();
    return most;
  }

  /** Looks as the first does; called for each picture. */
  look(): void {
    this.#stage.lookAs(this.#first);
    this.#stage.renderIfStale();
  }

  get camera(): THREE.PerspectiveCamera {
    return this.#stage.camera;
  }

  close(): void {
    this.#client?.close();
    this.#stage.controls.dispose();
    this.#stage.renderer.dispose();
    this.#canvas.hidden = true;
    this.#note.hidden = true;
    this.#note.textContent = '';
    // A canvas keeps its context: the next comparison gets a new one.
    const fresh = this.#canvas.cloneNode() as HTMLCanvasElement;
    this.#canvas.replaceWith(fresh);
  }
}
