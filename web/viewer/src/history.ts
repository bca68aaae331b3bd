// States to go back to: one of every step while there is room, then of every second one, and so on.
const ROOM = 128 * 1024 * 1024;

export interface RecordedState {
  step: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export class History {
  #states: RecordedState[] = [];
  #bytes = 0;
  #every = 1;

  clear(): void {
    this.#states = [];
    this.#bytes = 0;
    this.#every = 1;
  }

  /** Whether a state of this step is kept. */
  wants(step: number): boolean {
    return step % this.#every === 0;
  }

  /** What was recorded of later steps is forgotten: the future is another one now. */
  add(step: number, bytes: Uint8Array<ArrayBuffer>): void {
    while (this.#states.length > 0 && this.#states.at(-1)!.step >= step) this.#bytes -= this.#states.pop()!.bytes.byteLength;
    this.#states.push({step, bytes});
    this.#bytes += bytes.byteLength;
    while (this.#bytes > ROOM && this.#states.length > 2) {
      this.#every *= 2;
      this.#states = this.#states.filter(state => state.step % this.#every === 0);
      this.#bytes = this.#states.reduce((sum, state) => sum + state.bytes.byteLength, 0);
    }
  }

  /** The last state at or before a step. */
  at(step: number): RecordedState | undefined {
    let [low, high] = [0, this.#states.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#states[middle]!.step <= step) low = middle + 1;
      else high = middle;
    }
    return this.#states[Math.max(0, low - 1)];
  }

  get range(): [number, number] {
    return this.#states.length === 0 ? [0, 0] : [this.#states[0]!.step, this.#states.at(-1)!.step];
  }
}
