// The mouse on the picture: picks, and pulls a body by a spring through the picked point.
import * as THREE from 'three';
import type {Client} from './client.js';
import type {Stage} from './stage.js';
import {Segments} from './lines.js';

export class Pointer {
  readonly #client: Client;
  readonly #stage: Stage;
  readonly #ray = new THREE.Raycaster();
  readonly #plane = new THREE.Plane();
  readonly #line = new Segments(0xf08c00);
  #held: {node: number; local: THREE.Vector3} | undefined;
  #pressed = false;

  constructor(client: Client, stage: Stage, choose: (node: number) => void) {
    this.#client = client;
    this.#stage = stage;
    stage.scene.add(this.#line.object);
    const {canvas} = stage;
    canvas.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      this.#pressed = true;
      this.#aim(event);
      const {origin, direction} = this.#ray.ray;
      // The view turns until it is known that a body was meant.
      void client.ask('pick', {origin: origin.toArray(), direction: direction.toArray()}).then(hit => {
        if (hit) choose(hit.node >= 0 ? hit.node : hit.collider);
        if (!hit || hit.node < 0 || !this.#pressed) return;
        stage.controls.enabled = false;
        this.#take(hit.node, new THREE.Vector3().fromArray(hit.point));
      }, () => {});
    });
    canvas.addEventListener('pointermove', event => {
      if (!this.#held) return;
      this.#aim(event);
      const target = this.#ray.ray.intersectPlane(this.#plane, new THREE.Vector3());
      if (target) this.#pull(target);
    });
    for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => this.#letGo());
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

  #take(node: number, point: THREE.Vector3): void {
    const object = this.#stage.nodes[node];
    if (!object) return;
    const turn = object.getWorldQuaternion(new THREE.Quaternion()).invert();
    this.#held = {node, local: point.clone().sub(object.getWorldPosition(new THREE.Vector3())).applyQuaternion(turn)};
    this.#plane.setFromNormalAndCoplanarPoint(this.#stage.camera.getWorldDirection(new THREE.Vector3()), point);
    this.#pull(point);
  }

  #pull(target: THREE.Vector3): void {
    const {node, local} = this.#held!;
    this.#target.copy(target);
    void this.#client.ask('grab', {node, local: local.toArray(), target: target.toArray()});
  }
  readonly #target = new THREE.Vector3();

  /** Draws the spring. */
  update(): void {
    this.#line.begin();
    const object = this.#held && this.#stage.nodes[this.#held.node];
    if (object && this.#held) {
      const from = this.#held.local.clone().applyQuaternion(object.getWorldQuaternion(new THREE.Quaternion()))
        .add(object.getWorldPosition(new THREE.Vector3()));
      this.#line.between(from, this.#target);
    }
    this.#line.end();
  }

  #letGo(): void {
    this.#pressed = false;
    this.#stage.controls.enabled = true;
    if (!this.#held) return;
    this.#held = undefined;
    void this.#client.ask('grab', null);
  }
}
