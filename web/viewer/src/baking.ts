// Baking in a worker of its own: what is simulated on the page goes on meanwhile, and what nobody wants any more ends at once.
import type {WorldSettings} from 'carom-physics';
import {Client} from './client.js';
import type {Baked, Files} from './protocol.js';

export class Baking {
  readonly #client = new Client();
  readonly done: Promise<Baked>;

  /** The scene from its start for so long, s. */
  constructor(files: Files, settings: WorldSettings, seconds: number) {
    this.done = this.#client.ask('bake', {files, settings, seconds}).finally(() => this.#client.close());
  }

  /** `done` rejects, if it is not done. */
  giveUp(): void {
    this.#client.close();
  }
}
