// The page's side of the worker.
import type {Diagnostic} from 'carom-physics';
import type {Answer, RequestName, Requests} from './protocol.js';

/** The worker could not do it. */
export class WorkerError extends Error {
  constructor(message: string, readonly diagnostics: readonly Diagnostic[]) {
    super(message);
  }
}

export class Client {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, {resolve: (value: never) => void; reject: (error: Error) => void}>();
  #next = 0;

  /** Steps of the worker use so many threads if they can. */
  constructor(threads = 1) {
    // A worker reads its name before any message.
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {type: 'module', name: String(threads)});
    this.#worker.onmessage = ({data}: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error) waiting?.reject(new WorkerError(data.error.message, data.error.diagnostics));
      else waiting?.resolve(data.answer as never);
    };
    this.#worker.onerror = event => {
      for (const {reject} of this.#waiting.values()) reject(new WorkerError(event.message || 'the worker has stopped', []));
      this.#waiting.clear();
    };
  }

  ask<N extends RequestName>(name: N, ask: Requests[N]['ask']): Promise<Requests[N]['answer']> {
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {resolve, reject});
      this.#worker.postMessage({id, name, ask});
    });
  }

  close(): void {
    this.#worker.terminate();
  }
}
