// Baking in a worker of its own: what is simulated on the page goes on meanwhile, and what nobody wants any more ends at once.
import type {WorldSettings} from 'carom-physics';
import {Client, WorkerError} from './client.js';
import type {Baked, Files} from './protocol.js';

export class Baking {
  readonly #client: Client;
  readonly done: Promise<Baked>;

  /** The scene from its start for so long, s. */
  constructor(files: Files, settings: WorldSettings, seconds: number, threads = 1) {
    const client = (this.#client = new Client(threads));
    this.done = client.ask('bake', {files, settings, seconds}).finally(() => client.close()).catch((error: unknown) => {
      // The server has gone, for example.
      if (error instanceof WorkerError && error.stopped) throw new Error('The code that bakes cannot be fetched again: is the server still there?');
      throw error;
    });
  }

  /** `done` rejects, if it is not done. */
  giveUp(): void {
    this.#client.close();
  }
}
