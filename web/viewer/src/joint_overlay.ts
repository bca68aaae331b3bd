// Joints: their two frames, the line between them, and limits as arcs, cones and rails.
import * as THREE from 'three';
import type {LimitDescription} from 'carom-physics';
import type {Frame, Loaded} from './protocol.js';
import {Segments} from './lines.js';
import type {Stage} from './stage.js';

const AXES = [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1)] as const;
const COLORS = [0xe03131, 0x2f9e44, 0x1971c2] as const;
const [a, b, c, p] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
const world = new THREE.Matrix4();
const q = new THREE.Quaternion();
const ARM = 0.3;

const finite = (value: number | string | null, otherwise: number): number =>
  typeof value === 'number' ? value : value === null ? otherwise : otherwise;

/** A frame that moves with a node. */
interface JointFrame {
  on: number;
  local: THREE.Matrix4;
}

export class JointOverlay {
  readonly object = new THREE.Group();
  readonly needs = ['joints'] as const;
  readonly #axes = COLORS.map(color => new Segments(color));
  readonly #links = new Segments(0x7048e8);
  readonly #limits = new Segments(0xe67700);
  readonly #joints: {first: JointFrame; second: JointFrame; limits: readonly LimitDescription[]}[];

  constructor({description: {joints, jointDescriptions, globals}}: Loaded) {
    const start = (node: number): THREE.Matrix4 => {
      const {translation, rotation, scale} = globals[node]!;
      return new THREE.Matrix4().compose(a.fromArray(translation), q.fromArray(rotation), b.fromArray(scale));
    };
    const frameOf = (node: number, body: number): JointFrame =>
      body < 0 || body === node ? {on: node, local: new THREE.Matrix4()} : {on: body, local: start(body).invert().multiply(start(node))};
    this.#joints = joints.filter(joint => globals[joint.node] && globals[joint.connectedNode]).map(joint => ({
      first: frameOf(joint.node, joint.bodyNode),
      second: frameOf(joint.connectedNode, joint.connectedBodyNode),
      limits: jointDescriptions[joint.description]?.limits ?? [],
    }));
    for (const lines of [...this.#axes, this.#links, this.#limits]) this.object.add(lines.object);
  }

  /** Draws a frame's axes, and leaves its place in `p` and its rotation in `q`. */
  #draw(node: THREE.Object3D, {local}: JointFrame): void {
    world.multiplyMatrices(node.matrixWorld, local).decompose(p, q, b);
    AXES.forEach((axis, i) => this.#axes[i]!.between(p, a.copy(axis).applyQuaternion(q).multiplyScalar(ARM).add(p)));
  }

  /** Part of a circle about an axis of the frame, with lines to its ends. */
  #arc(axis: number, from: number, to: number): void {
    const [start, side] = [AXES[(axis + 1) % 3]!, AXES[(axis + 2) % 3]!];
    const place = (angle: number, out: THREE.Vector3): THREE.Vector3 =>
      out.copy(start).multiplyScalar(Math.cos(angle)).addScaledVector(side, Math.sin(angle)).multiplyScalar(ARM).applyQuaternion(q).add(p);
    const steps = 24;
    for (let i = 0; i < steps; ++i)
      this.#limits.between(place(from + ((to - from) * i) / steps, a), place(from + ((to - from) * (i + 1)) / steps, b));
    if (to - from < 2 * Math.PI) {
      this.#limits.between(p, place(from, a));
      this.#limits.between(p, place(to, a));
    }
  }

  /** The rim of a cone about the axis that is not limited, with four lines to it. */
  #cone(free: number, angle: number): void {
    const [one, two, along] = [AXES[(free + 1) % 3]!, AXES[(free + 2) % 3]!, AXES[free]!];
    const place = (turn: number, out: THREE.Vector3): THREE.Vector3 =>
      out.copy(along).multiplyScalar(Math.cos(angle))
        .addScaledVector(one, Math.sin(angle) * Math.cos(turn)).addScaledVector(two, Math.sin(angle) * Math.sin(turn))
        .multiplyScalar(ARM).applyQuaternion(q).add(p);
    for (let i = 0; i < 24; ++i) {
      this.#limits.between(place((i * Math.PI) / 12, a), place(((i + 1) * Math.PI) / 12, b));
      if (i % 6 === 0) this.#limits.between(p, a);
    }
  }

  update(_: Frame, stage: Stage): void {
    for (const lines of [...this.#axes, this.#links, this.#limits]) lines.begin();
    for (const {first, second, limits} of this.#joints) {
      const [node, other] = [stage.nodes[first.on], stage.nodes[second.on]];
      if (!node || !other) continue;
      this.#draw(other, second);
      c.copy(p);
      // Limits are of the second frame against the first, and drawn in the first.
      this.#draw(node, first);
      this.#links.between(p, c);
      for (const limit of limits) {
        const turning = limit.angularAxes.flatMap((on, axis) => (on ? [axis] : []));
        const sliding = limit.linearAxes.flatMap((on, axis) => (on ? [axis] : []));
        const [low, high] = [finite(limit.min, -Math.PI), finite(limit.max, Math.PI)];
        if (turning.length === 1 && high - low > 0.01) this.#arc(turning[0]!, low, high);
        if (turning.length === 2 && high > 0.01) this.#cone(3 - turning[0]! - turning[1]!, Math.min(high, Math.PI));
        if (sliding.length === 1) {
          const [from, to] = [finite(limit.min, -2), finite(limit.max, 2)];
          const axis = AXES[sliding[0]!]!;
          if (to > from) this.#limits.between(a.copy(axis).multiplyScalar(from).applyQuaternion(q).add(p), b.copy(axis).multiplyScalar(to).applyQuaternion(q).add(p));
        }
      }
    }
    for (const lines of [...this.#axes, this.#links, this.#limits]) lines.end();
  }
}
