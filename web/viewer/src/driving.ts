// Driving a vehicle by keys or a gamepad.
import type {Client} from './client.js';
import type {Loaded} from './protocol.js';

const KEYS: Record<string, readonly [axis: 'forward' | 'turn' | 'up', sign: number]> = {
  ArrowUp: ['forward', 1], ArrowDown: ['forward', -1], ArrowLeft: ['turn', 1], ArrowRight: ['turn', -1],
  w: ['forward', 1], s: ['forward', -1], a: ['turn', 1], d: ['turn', -1], e: ['up', 1], q: ['up', -1],
};

export class Driving {
  readonly #client: Client;
  #vehicle = -1;
  readonly #held = new Set<string>();
  #last = '';

  constructor(client: Client) {
    this.#client = client;
    addEventListener('blur', () => this.#held.clear());
  }

  load(loaded: Loaded): void {
    this.#vehicle = loaded.description.vehicles[0]?.node ?? -1;
    this.#held.clear();
    this.#last = '';
  }

  /** Whether the key drives. */
  key(event: KeyboardEvent, down: boolean): boolean {
    if (this.#vehicle < 0 || !(event.key in KEYS)) return false;
    down ? this.#held.add(event.key) : this.#held.delete(event.key);
    return true;
  }

  /** Tells the vehicle what is held, where that has changed. */
  update(): void {
    if (this.#vehicle < 0) return;
    const asked = {forward: 0, turn: 0, up: 0};
    for (const key of this.#held) {
      const [axis, sign] = KEYS[key]!;
      asked[axis] += sign;
    }
    const pad = navigator.getGamepads?.().find(one => one?.connected);
    if (pad) {
      const dead = (value = 0): number => (Math.abs(value) < 0.12 ? 0 : value);
      asked.turn -= dead(pad.axes[0]);
      asked.forward += (pad.buttons[7]?.value ?? 0) - (pad.buttons[6]?.value ?? 0);
      asked.up -= dead(pad.axes[3]);
    }
    const limit = (value: number): number => Math.max(-1, Math.min(1, value));
    const [forward, turn, up] = [limit(asked.forward), limit(asked.turn), limit(asked.up)];
    const now = `${forward} ${turn} ${up}`;
    if (now === this.#last || (this.#last === '' && now === '0 0 0')) return;
    this.#last = now;
    void this.#client.ask('drive', {node: this.#vehicle, linear: [0, up, forward], angular: [0, turn, 0]});
  }
}
