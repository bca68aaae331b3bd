// The page's side of the worker.
import type {Diagnostic} from 'carom-physics';
import type {Answer, Frame, RequestName, Requests, Watched} from './protocol.js';
import {arraysOf} from './spare_memory.js';

/** The worker could not do it. */
export class WorkerError extends Error {
  /** `stopped`: the worker has answered nothing, and will not. */
  constructor(message: string, readonly diagnostics: readonly Diagnostic[], readonly stopped = false) {
    super(message);
  }
}

export class Client {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, {resolve: (value: never) => void; reject: (error: Error) => void}>();
  #next = 0;
  #spare: ArrayBuffer[] = [];
  /** Called with what goes wrong after `tell`. */
  onProblem: (error: Error) => void = () => {};

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
    this.#worker.onerror = event => this.#rejectAll(event.message || 'the worker has stopped', true);
  }

  #rejectAll(why: string, stopped = false): void {
    for (const {reject} of this.#waiting.values()) reject(new WorkerError(why, [], stopped));
    this.#waiting.clear();
  }

  ask<N extends RequestName>(name: N, ask: Requests[N]['ask'], transfer: ArrayBuffer[] = []): Promise<Requests[N]['answer']> {
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {resolve, reject});
      this.#worker.postMessage({id, name, ask}, transfer);
    });
  }

  /** Asks for something whose answer nobody waits for. */
  tell<N extends RequestName>(name: N, ask: Requests[N]['ask']): void {
    this.ask(name, ask).catch(this.onProblem);
  }

  /** The present state. Its arrays are good until it is given back. */
  frame(views: Watched[]): Promise<Frame> {
    const spare = this.#spare;
    this.#spare = [];
    return this.ask('frame', {views, spare}, spare);
  }

  /** The arrays of a frame are for another one now. */
  giveBack(frame: Frame): void {
    for (const {integers, numbers} of arraysOf(frame)) this.#spare.push(integers.buffer, numbers.buffer);
  }

  /** Ends the worker. What it was asked for and has not answered is rejected. */
  close(): void {
    this.#worker.terminate();
    this.#rejectAll('the worker has been closed');
  }
}
