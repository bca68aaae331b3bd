// States to go back to: one of every step while there is room, then of every second one, and so on. The memory of states
// that are given up is used again, so playing on takes no more than ROOM.
const ROOM = 128 * 1024 * 1024;

export interface RecordedState {
  step: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export class History {
  #states: RecordedState[] = [];
  #spare: ArrayBuffer[] = [];
  #bytes = 0;
  #every = 1;

  clear(): void {
    for (const {bytes} of this.#states) this.#spare.push(bytes.buffer);
    // Of the states of another scene, which may be larger, nothing is kept.
    if (this.#spare.length > 2) this.#spare = [];
    this.#states = [];
    this.#bytes = 0;
    this.#every = 1;
  }

  /** Whether a state of this step is kept. */
  wants(step: number): boolean {
    return step % this.#every === 0;
  }

  /** Memory for a state, if some is free. */
  spare(): ArrayBuffer | undefined {
    return this.#spare.pop();
  }

  /** What was recorded of later steps is forgotten: the future is another one now. */
  add(step: number, bytes: Uint8Array<ArrayBuffer>): void {
    while (this.#states.length > 0 && this.#states.at(-1)!.step >= step) this.#giveUp(this.#states.pop()!);
    this.#states.push({step, bytes});
    this.#bytes += bytes.buffer.byteLength;
    while (this.#bytes > ROOM && this.#states.length > 2) {
      this.#every *= 2;
      this.#states = this.#states.filter(state => state.step % this.#every === 0 || this.#giveUp(state));
    }
  }

  #giveUp({bytes}: RecordedState): false {
    this.#bytes -= bytes.buffer.byteLength;
    this.#spare.push(bytes.buffer);
    return false;
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
