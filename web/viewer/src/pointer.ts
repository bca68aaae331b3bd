// The mouse on the picture, and keys in its place: pick a body, and pull it by a spring through a point of it.
import * as THREE from 'three';
import type {Client} from './client.js';
import type {Stage} from './stage.js';
import {Segments} from './lines.js';

/** How far a key moves the point: a share of the camera's distance to it. */
const KEY_STEP = 0.03;
/** Right, up and towards the camera. */
const PULL_KEYS: Record<string, readonly [number, number, number]> = {
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, -1], PageDown: [0, 0, 1],
};

export class Pointer {
  readonly #client: Client;
  readonly #stage: Stage;
  readonly #ray = new THREE.Raycaster();
  readonly #plane = new THREE.Plane();
  readonly #line = new Segments(0xf08c00);
  readonly #local = new THREE.Vector3();
  readonly #target = new THREE.Vector3();
  #held = -1;
  #pressed = false;
  /** Called with the body that keys had pulled, once nothing pulls it. */
  onLetGo: (node: number) => void = () => {};

  constructor(client: Client, stage: Stage, choose: (node: number) => void) {
    this.#client = client;
    this.#stage = stage;
    stage.scene.add(this.#line.object);
    const {canvas} = stage;
    canvas.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      this.letGo();
      this.#pressed = true;
      this.#aim(event);
      const {origin, direction} = this.#ray.ray;
      // The view turns until it is known that a body was meant.
      void client.ask('pick', {origin: origin.toArray(), direction: direction.toArray()}).then(hit => {
        if (hit) choose(hit.node >= 0 ? hit.node : hit.collider);
        if (!hit || hit.node < 0 || !this.#pressed) return;
        stage.controls.enabled = false;
        this.#take(hit.node, new THREE.Vector3().fromArray(hit.point));
      }, client.onProblem);
    });
    canvas.addEventListener('pointermove', event => {
      if (this.#held < 0 || !this.#pressed) return;
      this.#aim(event);
      if (this.#ray.ray.intersectPlane(this.#plane, this.#target)) this.#pull();
    });
    for (const end of ['pointerup', 'pointercancel'] as const)
      addEventListener(end, () => {
        if (this.#pressed) this.letGo();
      });
  }

  #aim(event: PointerEvent): void {
    const box = this.#stage.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.#ray.setFromCamera(at, this.#stage.camera);
  }

  /** The ray through the middle of the picture, for throwing. */
  ahead(): THREE.Ray {
    this.#ray.setFromCamera(new THREE.Vector2(0, 0), this.#stage.camera);
    return this.#ray.ray;
  }

  /** The body that is pulled; -1: none. */
  get held(): number {
    return this.#held;
  }

  /** Pulls a body at the middle of its node, until it is let go. */
  takeByKey(node: number): boolean {
    const object = this.#stage.nodes[node];
    if (!object) return false;
    this.#take(node, object.getWorldPosition(new THREE.Vector3()));
    return true;
  }

  /** Moves the point that the body is pulled to. Whether the key does that. */
  key(event: KeyboardEvent): boolean {
    const move = PULL_KEYS[event.key];
    if (this.#held < 0 || this.#pressed || !move || event.shiftKey) return false;
    const {camera} = this.#stage;
    const step = KEY_STEP * Math.max(0.1, camera.position.distanceTo(this.#target));
    const shift = new THREE.Vector3(...move).multiplyScalar(step).applyQuaternion(camera.quaternion);
    this.#target.add(shift);
    this.#pull();
    return true;
  }

  #take(node: number, point: THREE.Vector3): void {
    const object = this.#stage.nodes[node];
    if (!object) return;
    object.getWorldQuaternion(turn).invert();
    this.#held = node;
    this.#local.copy(point).sub(object.getWorldPosition(place)).applyQuaternion(turn);
    this.#plane.setFromNormalAndCoplanarPoint(this.#stage.camera.getWorldDirection(new THREE.Vector3()), point);
    this.#target.copy(point);
    this.#pull();
  }

  #pull(): void {
    this.#client.tell('grab', {node: this.#held, local: this.#local.toArray(), target: this.#target.toArray()});
  }

  /** Draws the spring. */
  update(): void {
    const object = this.#stage.nodes[this.#held];
    this.#line.begin();
    if (object) {
      object.getWorldQuaternion(turn);
      object.getWorldPosition(place);
      this.#line.between(from.copy(this.#local).applyQuaternion(turn).add(place), this.#target);
    }
    this.#line.end();
  }

  letGo(): void {
    const [held, byKey] = [this.#held, !this.#pressed];
    this.#pressed = false;
    this.#stage.controls.enabled = true;
    if (held < 0) return;
    this.#held = -1;
    this.#client.tell('grab', null);
    if (byKey) this.onLetGo(held);
  }
}
const [place, from] = [new THREE.Vector3(), new THREE.Vector3()];
const turn = new THREE.Quaternion();
