// Memory of arrays that travel between the page and the worker, used again so that a frame needs none of its own.
import type {View} from 'carom-physics';
import type {Frame, Numbers} from './protocol.js';

/** The arrays of a frame. */
export function* arraysOf(frame: Frame): Generator<Numbers> {
  yield frame.nodes;
  yield frame.scales;
  for (const view of Object.values(frame.views)) yield view;
}

export class SpareMemory {
  #spare: ArrayBuffer[] = [];
  /** How often there was none of the right size. */
  made = 0;

  add(spare: readonly ArrayBuffer[]): void {
    for (const buffer of spare) if (buffer.byteLength > 0) this.#spare.push(buffer);
    // Scenes come and go, and views are switched on and off.
    if (this.#spare.length > 64) this.#spare = this.#spare.slice(-32);
  }

  #take(bytes: number): ArrayBuffer {
    let best = -1;
    for (let i = 0; i < this.#spare.length; ++i) {
      const length = this.#spare[i]!.byteLength;
      if (length >= bytes && (best < 0 || length < this.#spare[best]!.byteLength)) best = i;
    }
    // What is much too long is for longer arrays.
    if (best >= 0 && this.#spare[best]!.byteLength <= 4 * bytes + 256) return this.#spare.splice(best, 1)[0]!;
    this.made += 1;
    return new ArrayBuffer(Math.ceil(1.25 * bytes / 64) * 64 + 64);
  }

  copy(view: View): Numbers {
    const [integers, numbers] = [view.count * view.integerStride, view.count * view.numberStride];
    const copy = {
      count: view.count,
      integers: new Int32Array(this.#take(4 * integers), 0, integers),
      numbers: new Float64Array(this.#take(8 * numbers), 0, numbers),
    };
    copy.integers.set(view.integers.subarray(0, integers));
    copy.numbers.set(view.numbers.subarray(0, numbers));
    return copy;
  }
}
