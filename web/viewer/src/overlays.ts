// What is drawn over the file's own meshes. Each can be switched; none allocates while frames come in.
import * as THREE from 'three';
import type {Frame, Loaded, Watched} from './protocol.js';
import {BoxLines, Arrows, Points} from './lines.js';
import {ColliderOverlay} from './collider_overlay.js';
import {JointOverlay} from './joint_overlay.js';
import type {Stage} from './stage.js';

export const OVERLAYS = {
  colliders: 'Colliders',
  contacts: 'Contacts and forces',
  joints: 'Joints and limits',
  masses: 'Centres of mass, inertia',
  velocities: 'Velocities',
  triggers: 'Triggers',
  gravity: 'Gravity',
  wheels: 'Wheels and thrusters',
  bounds: 'Bounding boxes',
  islands: 'Islands',
} as const;
export type OverlayName = keyof typeof OVERLAYS;

interface Overlay {
  readonly object: THREE.Object3D;
  readonly needs: readonly Watched[];
  update(frame: Frame, stage: Stage): void;
}

const v = new THREE.Vector3();
const w = new THREE.Vector3();
const q = new THREE.Quaternion();

/** Points where things touch, and the forces there. */
class Contacts implements Overlay {
  readonly object = new THREE.Group();
  readonly needs = ['contacts'] as const;
  readonly #points = new Points(0xd21f3c, 3);
  readonly #normals = new Arrows(0x1f7a3d);
  readonly #forces = new Arrows(0xd21f3c);
  readonly #scale: number;

  constructor(loaded: Loaded) {
    this.object.add(this.#points.object, this.#normals.object, this.#forces.object);
    // So long that the weight of a middling body is as long as a quarter of a metre.
    const masses = Array.from({length: loaded.properties.count}, (_, i) => loaded.properties.numbers[11 * i]!).filter(Number.isFinite);
    masses.sort((a, b) => a - b);
    this.#scale = 0.25 / (9.81 * Math.max(1e-3, masses[masses.length >> 1] ?? 1));
  }

  update({views}: Frame): void {
    const contacts = views.contacts;
    this.#points.begin();
    this.#normals.begin();
    this.#forces.begin();
    for (let i = 0; contacts && i < contacts.count; ++i) {
      const n = contacts.numbers;
      const at = 10 * i;
      v.fromArray(n, at);
      this.#points.add(v);
      this.#normals.add(v, w.fromArray(n, at + 3).multiplyScalar(0.12));
      w.fromArray(n, at + 7).multiplyScalar(this.#scale);
      this.#forces.add(v, w.clampLength(0, 3));
    }
    this.#points.end();
    this.#normals.end();
    this.#forces.end();
  }
}

/** Centres of mass, and boxes with the inertia of the bodies. */
class Masses implements Overlay {
  readonly object = new THREE.Group();
  readonly needs = ['bodies'] as const;
  readonly #points = new Points(0xf0b000, 7);
  readonly #boxes = new BoxLines(0xf0b000);
  readonly #loaded: Loaded;

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.object.add(this.#points.object, this.#boxes.object);
  }

  update({views}: Frame): void {
    const bodies = views.bodies;
    this.#points.begin();
    this.#boxes.begin();
    for (let i = 0; bodies && i < bodies.count; ++i) {
      v.fromArray(bodies.numbers, 16 * i + 7);
      this.#points.add(v);
      const p = this.#loaded.properties.numbers;
      const mass = p[11 * i]!, x = p[11 * i + 4]!, y = p[11 * i + 5]!, z = p[11 * i + 6]!;
      const a = edge(mass, y, z, x), b = edge(mass, x, z, y), c = edge(mass, x, y, z);
      if (!Number.isFinite(a + b + c)) continue;
      q.fromArray(bodies.numbers, 16 * i + 3).multiply(own.fromArray(p, 11 * i + 7));
      this.#boxes.add(v, q, w.set(a / 2, b / 2, c / 2));
    }
    this.#points.end();
    this.#boxes.end();
  }
}
const own = new THREE.Quaternion();
/** A box of edges a, b, c has Ix = m (b² + c²) / 12, and so on. */
const edge = (mass: number, one: number, two: number, own: number): number => Math.sqrt(Math.max(0, (6 * (one + two - own)) / mass));

class Velocities implements Overlay {
  readonly object = new THREE.Group();
  readonly needs = ['bodies'] as const;
  readonly #linear = new Arrows(0x1d63d1);
  readonly #angular = new Arrows(0xb04bd0);

  constructor() {
    this.object.add(this.#linear.object, this.#angular.object);
  }

  update({views}: Frame): void {
    const bodies = views.bodies;
    this.#linear.begin();
    this.#angular.begin();
    for (let i = 0; bodies && i < bodies.count; ++i) {
      v.fromArray(bodies.numbers, 16 * i + 7);
      this.#linear.add(v, w.fromArray(bodies.numbers, 16 * i + 10).multiplyScalar(0.25));
      this.#angular.add(v, w.fromArray(bodies.numbers, 16 * i + 13).multiplyScalar(0.1));
    }
    this.#linear.end();
    this.#angular.end();
  }
}

/** The field at a lattice of points, and the axes of gravity volumes. */
class Gravity implements Overlay {
  readonly object = new THREE.Group();
  readonly needs = ['bodies'] as const;
  readonly #arrows = new Arrows(0x0a8f8f);
  readonly #loaded: Loaded;

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.object.add(this.#arrows.object);
  }

  /** At each body where no volume is: the uniform one. In a volume: towards its middle, or along its direction. */
  update({views, gravity}: Frame, stage: Stage): void {
    const bodies = views.bodies;
    const {gravityVolumes} = this.#loaded.description;
    this.#arrows.begin();
    for (let i = 0; bodies && i < bodies.count; ++i) {
      v.fromArray(bodies.numbers, 16 * i + 7);
      if (gravityVolumes.length === 0) this.#arrows.add(v, w.fromArray(gravity).multiplyScalar(0.4 / 9.81).clampLength(0, 1.2));
      for (const volume of gravityVolumes) {
        const node = stage.nodes[volume.node];
        if (!node) continue;
        if (volume.kind === 'directional') w.fromArray(volume.direction).applyQuaternion(node.getWorldQuaternion(q));
        else node.getWorldPosition(w).sub(v).normalize();
        if (volume.gravity < 0) w.negate();
        this.#arrows.add(v, w.multiplyScalar(0.4));
      }
    }
    this.#arrows.end();
  }
}

class Wheels implements Overlay {
  readonly object = new THREE.Group();
  readonly needs = ['wheels', 'thrusters'] as const;
  readonly #forces = new Arrows(0xd21f3c);
  readonly #slips = new Arrows(0xe67700);
  readonly #thrust = new Arrows(0x1d63d1);
  readonly #points = new Points(0xd21f3c, 5);

  constructor() {
    this.object.add(this.#forces.object, this.#slips.object, this.#thrust.object, this.#points.object);
  }

  update({views: {wheels, thrusters}}: Frame, stage: Stage): void {
    for (const arrows of [this.#forces, this.#slips, this.#thrust, this.#points]) arrows.begin();
    for (let i = 0; wheels && i < wheels.count; ++i) {
      const n = wheels.numbers;
      const at = 19 * i;
      if (wheels.integers[4 * i + 3]! < 0) continue;
      v.fromArray(n, at + 10);
      this.#points.add(v);
      this.#forces.add(v, w.fromArray(n, at + 16).multiplyScalar(1 / 4000));
      const node = stage.nodes[wheels.integers[4 * i + 1]!];
      node?.getWorldQuaternion(q);
      this.#slips.add(v, w.set(n[at + 9]!, 0, n[at + 8]!).applyQuaternion(q).multiplyScalar(0.5));
    }
    for (let i = 0; thrusters && i < thrusters.count; ++i) {
      const node = stage.nodes[thrusters.integers[3 * i]!];
      node?.getWorldPosition(v);
      w.fromArray(thrusters.numbers, 7 * i);
      const length = w.length();
      if (length > 0) this.#thrust.add(v, w.multiplyScalar(-Math.min(2, 0.3 + length / 20000) / length));
    }
    for (const arrows of [this.#forces, this.#slips, this.#thrust, this.#points]) arrows.end();
  }
}

class Bounds implements Overlay {
  readonly object: THREE.Object3D;
  readonly needs = ['colliders'] as const;
  readonly #boxes = new BoxLines(0x5f6b7a);

  constructor() {
    this.object = this.#boxes.object;
  }

  update({views}: Frame): void {
    const colliders = views.colliders;
    this.#boxes.begin();
    for (let i = 0; colliders && i < colliders.count; ++i) {
      v.fromArray(colliders.numbers, 6 * i).clampScalar(-1000, 1000);
      w.fromArray(colliders.numbers, 6 * i + 3).clampScalar(-1000, 1000).sub(v).multiplyScalar(0.5);
      this.#boxes.add(v.add(w), q.identity(), w);
    }
    this.#boxes.end();
  }
}

/** All overlays of a loaded scene. */
export class Overlays {
  readonly #all: Record<OverlayName, Overlay>;
  readonly #on = new Set<OverlayName>();
  readonly object = new THREE.Group();

  constructor(loaded: Loaded, stage: Stage) {
    this.#all = {
      colliders: new ColliderOverlay(loaded, stage, 'kind'),
      contacts: new Contacts(loaded),
      joints: new JointOverlay(loaded),
      masses: new Masses(loaded),
      velocities: new Velocities(),
      triggers: new ColliderOverlay(loaded, stage, 'trigger'),
      gravity: new Gravity(loaded),
      wheels: new Wheels(),
      bounds: new Bounds(),
      islands: new ColliderOverlay(loaded, stage, 'island'),
    };
  }

  set(name: OverlayName, on: boolean): void {
    const overlay = this.#all[name];
    if (on) this.object.add(overlay.object);
    else overlay.object.removeFromParent();
    on ? this.#on.add(name) : this.#on.delete(name);
  }

  /** The views that the next frame has to have. */
  get needs(): Watched[] {
    return [...new Set([...this.#on].flatMap(name => this.#all[name].needs))];
  }

  update(frame: Frame, stage: Stage): void {
    for (const name of this.#on) this.#all[name].update(frame, stage);
  }
}
