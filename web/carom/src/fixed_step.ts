// Steps of fixed length for frames of any length: poses between the last two steps, with nothing allocated per frame.
import type {World} from './world.js';

export interface StepOptions {
  /** Most steps that one update makes; time beyond is dropped, so that a slow machine slows down. Default 8. */
  maxSteps?: number;
  /** Show poses between steps. Default true. */
  interpolate?: boolean;
}

const POSE = 7;

/** Drives a world and hands out local poses of its motion nodes. */
export abstract class FixedStep {
  readonly world: World;
  maxSteps: number;
  interpolate: boolean;
  /** Stand still. */
  paused = false;
  /** Called before each step: set forces and commands here. */
  beforeStep: (() => void) | undefined;
  /** Called after each step: read events here. */
  afterStep: (() => void) | undefined;
  #left = 0;
  /** The glTF nodes that move. */
  protected readonly nodes: Int32Array;
  readonly #slots: Int32Array;
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  /** Steps for which a slot still has to be placed. */
  readonly #lively: Uint8Array;

  protected constructor(world: World, options: StepOptions = {}) {
    this.world = world;
    this.maxSteps = options.maxSteps ?? 8;
    this.interpolate = options.interpolate ?? true;
    const all = world.motionNodes;
    this.nodes = all.integers.slice(0, all.count);
    this.#slots = new Int32Array(this.nodes.reduce((most, node) => Math.max(most, node + 1), 0)).fill(-1);
    this.nodes.forEach((node, slot) => (this.#slots[node] = slot));
    this.#to = new Float64Array(POSE * all.count);
    for (let i = 0; i < all.count; ++i) this.#take(i, all.numbers, 14 * i + 7);
    this.#from = this.#to.slice();
    this.#lively = new Uint8Array(all.count).fill(1);
  }

  #take(slot: number, numbers: Float64Array, at: number): void {
    for (let k = 0; k < POSE; ++k) this.#to[POSE * slot + k] = numbers[at + k]!;
  }

  #step(): void {
    this.beforeStep?.();
    this.world.step();
    this.#from.set(this.#to);
    for (let i = 0; i < this.#lively.length; ++i) if (this.#lively[i]! > 0) --this.#lively[i]!;
    const moved = this.world.moved;
    for (let i = 0; i < moved.count; ++i) {
      const slot = this.#slots[moved.integers[i]!]!;
      this.#take(slot, moved.numbers, 14 * i + 7);
      this.#lively[slot] = 2;
    }
    this.#resizeAll();
    this.afterStep?.();
  }

  /** Scales are not interpolated. */
  #resizeAll(): void {
    const {count, integers, numbers} = this.world.scales;
    for (let i = 0; i < count; ++i) {
      const slot = this.#slots[integers[i]!] ?? -1;
      if (slot >= 0) this.resize(slot, numbers[3 * i]!, numbers[3 * i + 1]!, numbers[3 * i + 2]!);
    }
  }

  /** Advances by so much time, and places the nodes. Returns how many steps were made. */
  update(seconds: number): number {
    if (this.paused || !Number.isFinite(seconds) || seconds <= 0) return 0;
    const {timeStep} = this.world;
    this.#left += seconds;
    let steps = Math.floor(this.#left / timeStep + 1e-9);
    this.#left -= steps * timeStep;
    if (steps > this.maxSteps) steps = this.maxSteps;
    for (let i = 0; i < steps; ++i) this.#step();
    this.#placeAll(this.interpolate ? Math.min(1, Math.max(0, this.#left / timeStep)) : 1, false);
    return steps;
  }

  /** After the world was changed from outside (restored, a body set): takes its poses and places all nodes. */
  sync(): void {
    const all = this.world.motionNodes;
    for (let i = 0; i < all.count; ++i) this.#take(i, all.numbers, 14 * i + 7);
    this.#from.set(this.#to);
    this.#left = 0;
    this.#placeAll(1, true);
    this.#resizeAll();
  }

  #placeAll(share: number, all: boolean): void {
    const [from, to] = [this.#from, this.#to];
    for (let slot = 0; slot < this.nodes.length; ++slot) {
      if (!all && this.#lively[slot] === 0) continue;
      const at = POSE * slot;
      const other = 1 - share;
      let dot = 0;
      for (let k = 3; k < POSE; ++k) dot += from[at + k]! * to[at + k]!;
      const sign = dot < 0 ? -other : other;
      const qx = sign * from[at + 3]! + share * to[at + 3]!;
      const qy = sign * from[at + 4]! + share * to[at + 4]!;
      const qz = sign * from[at + 5]! + share * to[at + 5]!;
      const qw = sign * from[at + 6]! + share * to[at + 6]!;
      const scale = 1 / Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
      this.place(
        slot, other * from[at]! + share * to[at]!, other * from[at + 1]! + share * to[at + 1]!,
        other * from[at + 2]! + share * to[at + 2]!, qx * scale, qy * scale, qz * scale, qw * scale,
      );
    }
  }

  /** Gives the node of a slot its local pose. */
  protected abstract place(
    slot: number, x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number,
  ): void;

  /** Gives it its local scale. */
  protected abstract resize(slot: number, x: number, y: number, z: number): void;
}
