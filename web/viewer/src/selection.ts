// A frame around what is chosen, and the keys that choose.
import * as THREE from 'three';
import {BoxLines} from './lines.js';
import type {Loaded} from './protocol.js';
import type {Stage} from './stage.js';

const LEAST = 0.05;

export class Selection {
  readonly object: THREE.Object3D;
  readonly #box = new BoxLines(0xf08c00);
  readonly #bounds = new THREE.Box3();
  readonly #middle = new THREE.Vector3();
  readonly #half = new THREE.Vector3();
  readonly #level = new THREE.Quaternion();

  constructor() {
    this.object = this.#box.object;
  }

  update(node: number, stage: Stage): void {
    this.#box.begin();
    const object = stage.nodes[node];
    if (object) {
      const bounds = this.#bounds.makeEmpty().expandByObject(object);
      if (bounds.isEmpty()) bounds.expandByPoint(object.getWorldPosition(this.#middle)).expandByScalar(LEAST);
      bounds.getSize(this.#half).multiplyScalar(0.52);
      // What is everywhere has no frame that helps.
      if (this.#half.length() < 500) this.#box.add(bounds.getCenter(this.#middle), this.#level, this.#half);
    }
    this.#box.end();
  }
}

/** The next body after a node, in the order of the file; the previous one with a negative direction. */
export function neighbour({description}: Loaded, node: number, direction: 1 | -1): number {
  const nodes = description.motions.map(motion => motion.node).sort((a, b) => a - b);
  if (nodes.length === 0) return -1;
  const at = direction > 0 ? nodes.findIndex(one => one > node) : nodes.findLastIndex(one => one < node);
  return nodes.at(at >= 0 ? at : direction > 0 ? 0 : -1)!;
}
