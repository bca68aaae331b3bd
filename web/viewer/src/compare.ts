// The same scene in other settings, beside the first: a second worker and a second picture with the same camera.
import * as THREE from 'three';
import type {WorldSettings} from 'carom-physics';
import {Client} from './client.js';
import {Segments} from './lines.js';
import type {Files, Frame, Loaded} from './protocol.js';
import {Stage} from './stage.js';

export class Comparison {
  readonly client = new Client();
  readonly #stage: Stage;
  readonly #note = document.getElementById('compare-note')!;
  readonly #canvas = document.getElementById('second') as HTMLCanvasElement;
  readonly #differences = new Segments(0xd6336c);
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
    this.#canvas.hidden = false;
    this.#note.hidden = false;
    this.#stage = new Stage(this.#canvas);
    this.#stage.scene.add(this.#differences.object);
  }

  async load(files: Files, settings: WorldSettings): Promise<Loaded> {
    const loaded = await this.client.ask('load', {files, settings});
    await this.#stage.load(files, loaded);
    return loaded;
  }

  /** Goes to the time of the first, shows it, and draws how far each node is from where the first has it. */
  async follow(first: Frame, camera: THREE.PerspectiveCamera, timeStep: number): Promise<number> {
    const steps = Math.round(first.time / timeStep);
    const before = await this.client.ask('frame', {views: []});
    if (before.step < steps) await this.client.ask('step', {count: steps - before.step});
    else if (before.step > steps) await this.client.ask('seek', {step: steps});
    const second = await this.client.ask('frame', {views: []});
    this.#stage.show(second);
    let most = 0;
    this.#differences.begin();
    for (let i = 0; i < Math.min(first.nodes.count, second.nodes.count); ++i) {
      const [a, b] = [first.nodes.numbers.subarray(14 * i, 14 * i + 3), second.nodes.numbers.subarray(14 * i, 14 * i + 3)];
      const distance = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
      most = Math.max(most, distance);
      if (distance > 1e-3) this.#differences.add(a[0]!, a[1]!, a[2]!, b[0]!, b[1]!, b[2]!);
    }
    this.#differences.end();
    this.#note.textContent = `Right: ${this.#name}. Farthest apart: ${most.toPrecision(3)} m; the lines join what is apart.`;
    this.#stage.camera.position.copy(camera.position);
    this.#stage.camera.quaternion.copy(camera.quaternion);
    this.#stage.render();
    return most;
  }

  close(): void {
    this.client.close();
    this.#stage.renderer.dispose();
    this.#canvas.hidden = true;
    this.#note.hidden = true;
    // A canvas keeps its context: the next comparison gets a new one.
    const fresh = this.#canvas.cloneNode() as HTMLCanvasElement;
    this.#canvas.replaceWith(fresh);
  }
}
