// Keys of the page, where no field has them.
import type {Driving} from './driving.js';
import type {Pointer} from './pointer.js';
import type {Stage} from './stage.js';

/** Keys that turn the view and bring it nearer: angles and a factor. */
const VIEW_KEYS: Record<string, [number, number, number]> = {
  'Shift ArrowLeft': [-0.1, 0, 1], 'Shift ArrowRight': [0.1, 0, 1], 'Shift ArrowUp': [0, -0.1, 1], 'Shift ArrowDown': [0, 0.1, 1],
  '+': [0, 0, 0.9], 'Shift +': [0, 0, 0.9], '-': [0, 0, 1 / 0.9],
};

/** `acts`: what keys do at once. */
export function listenToKeys(acts: Record<string, () => void>, stage: Stage, pointer: Pointer, driving: Driving): void {
  addEventListener('keydown', event => {
    const at = event.target as HTMLElement;
    if (at.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    const turned = VIEW_KEYS[event.shiftKey ? `Shift ${event.key}` : event.key];
    if (turned) {
      stage.turn(...turned);
      return event.preventDefault();
    }
    if (pointer.key(event) || driving.key(event, true)) return event.preventDefault();
    const act = acts[event.key];
    if (!act || (event.key === ' ' && at.closest('button, summary'))) return;
    event.preventDefault();
    act();
  });
  addEventListener('keyup', event => void driving.key(event, false));
}
