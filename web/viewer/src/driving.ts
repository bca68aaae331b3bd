// Driving a vehicle by keys or a gamepad.
import type {Client} from './client.js';
import type {Loaded} from './protocol.js';

const [FORWARD, TURN, UP] = [0, 1, 2];
const KEYS: Record<string, readonly [axis: number, sign: number]> = {
  ArrowUp: [FORWARD, 1], ArrowDown: [FORWARD, -1], ArrowLeft: [TURN, 1], ArrowRight: [TURN, -1],
  w: [FORWARD, 1], s: [FORWARD, -1], a: [TURN, 1], d: [TURN, -1], e: [UP, 1], q: [UP, -1],
};
const dead = (value = 0): number => (Math.abs(value) < 0.12 ? 0 : value);

export class Driving {
  readonly #client: Client;
  #vehicle = -1;
  readonly #held = new Set<string>();
  readonly #now = [0, 0, 0];
  readonly #last = [0, 0, 0];

  constructor(client: Client) {
    this.#client = client;
    addEventListener('blur', () => this.#held.clear());
  }

  load(loaded: Loaded): void {
    this.#vehicle = loaded.description.vehicles[0]?.node ?? -1;
    this.#held.clear();
    this.#last.fill(0);
  }

  /** Whether the key drives. */
  key(event: KeyboardEvent, down: boolean): boolean {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (this.#vehicle < 0 || !(key in KEYS)) return false;
    down ? this.#held.add(key) : this.#held.delete(key);
    return true;
  }

  /** Tells the vehicle what is held, where that has changed. */
  update(): void {
    if (this.#vehicle < 0) return;
    const now = this.#now.fill(0);
    for (const key of this.#held) {
      const [axis, sign] = KEYS[key]!;
      now[axis]! += sign;
    }
    const pad = navigator.getGamepads?.().find(one => one?.connected);
    if (pad) {
      now[TURN]! -= dead(pad.axes[0]);
      now[FORWARD]! += (pad.buttons[7]?.value ?? 0) - (pad.buttons[6]?.value ?? 0);
      now[UP]! -= dead(pad.axes[3]);
    }
    let changed = false;
    for (let axis = 0; axis < 3; ++axis) {
      now[axis] = Math.max(-1, Math.min(1, now[axis]!));
      changed ||= now[axis] !== this.#last[axis];
      this.#last[axis] = now[axis]!;
    }
    if (!changed) return;
    const [forward, turn, up] = now as [number, number, number];
    this.#client.tell('drive', {node: this.#vehicle, linear: [0, up, forward], angular: [0, turn, 0]});
  }
}
