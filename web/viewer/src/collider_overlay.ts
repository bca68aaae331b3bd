// The shapes of colliders and triggers, instanced: one draw call for each form.
import * as THREE from 'three';
import type {Frame, Loaded} from './protocol.js';
import {shapeGeometry, shapeKey} from './shape_geometry.js';
import type {Stage} from './stage.js';

const STATIC = new THREE.Color(0x6b7785), DYNAMIC = new THREE.Color(0x2f80ed), KINEMATIC = new THREE.Color(0xe67700);
const ASLEEP = new THREE.Color(0x27415f), TRIGGER = new THREE.Color(0x35a35c), INSIDE = new THREE.Color(0xf2d024);
const color = new THREE.Color();

/** What the colours say: what a body is, which island it belongs to, or which triggers something is in. */
export type Coloring = 'kind' | 'island' | 'trigger';

interface Item {
  node: number;
  motion: number;
  trigger: number;
}

export class ColliderOverlay {
  readonly object = new THREE.Group();
  readonly needs;
  readonly #coloring: Coloring;
  readonly #kinematic = new Set<number>();
  readonly #groups: {mesh: THREE.InstancedMesh; items: Item[]}[] = [];
  /** What is in each trigger's node. */
  readonly #inside = new Map<number, number>();
  /** By node: whether its body is awake, and its island. */
  readonly #awake: Uint8Array;
  readonly #island: Int32Array;

  constructor(loaded: Loaded, stage: Stage, coloring: Coloring) {
    this.#coloring = coloring;
    this.needs = coloring === 'island' ? (['bodies', 'islands'] as const) : (['bodies'] as const);
    const {description, properties} = loaded;
    this.#awake = new Uint8Array(description.nodes.length);
    this.#island = new Int32Array(description.nodes.length);
    for (let i = 0; i < properties.count; ++i) if (properties.integers[6 * i + 1]) this.#kinematic.add(properties.integers[6 * i]!);
    const forms = new Map<string, {shape: number; items: Item[]}>();
    const add = (shape: number, item: Item): void => {
      if (shape < 0 || !description.nodes[item.node]?.inScene) return;
      const key = shapeKey(description.shapes[shape]!);
      if (!forms.has(key)) forms.set(key, {shape, items: []});
      forms.get(key)!.items.push(item);
    };
    const motionNode = (motion: number): number => description.motions[motion]?.node ?? -1;
    if (coloring === 'trigger')
      description.triggers.forEach((t, i) => add(t.shape, {node: t.node, motion: motionNode(t.motion), trigger: i}));
    else for (const c of description.colliders) {
      if (coloring === 'island' && c.motion < 0) continue;
      add(c.shape, {node: c.node, motion: motionNode(c.motion), trigger: -1});
    }
    for (const {shape, items} of forms.values()) {
      const material = new THREE.MeshLambertMaterial({transparent: true, opacity: 0.55, depthWrite: false, side: THREE.DoubleSide,
        forceSinglePass: true,  // In two passes three.js would look for the material's program in each frame.
        polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1});
      const mesh = new THREE.InstancedMesh(shapeGeometry(description.shapes[shape]!, loaded), material, items.length);
      mesh.frustumCulled = false;
      mesh.renderOrder = 5;
      const wires = new THREE.InstancedMesh(mesh.geometry, new THREE.MeshBasicMaterial({wireframe: true, transparent: true, opacity: 0.35}), items.length);
      wires.frustumCulled = false;
      wires.renderOrder = 6;
      wires.instanceMatrix = mesh.instanceMatrix;
      items.forEach((_, i) => mesh.setColorAt(i, STATIC));
      wires.instanceColor = mesh.instanceColor;
      this.object.add(mesh, wires);
      this.#groups.push({mesh, items});
    }
    void stage;
  }

  update(frame: Frame, stage: Stage): void {
    const {bodies, islands} = frame.views;
    for (let i = 0; bodies && i < bodies.count; ++i) this.#awake[bodies.integers[2 * i]!] = bodies.integers[2 * i + 1]!;
    this.#island.fill(-1);
    for (let i = 0; islands && i < islands.count; ++i) this.#island[islands.integers[2 * i]!] = islands.integers[2 * i + 1]!;
    if (frame.step === 0) this.#inside.clear();
    for (const event of frame.events) {
      if (event.type !== 'trigger_enter' && event.type !== 'trigger_exit') continue;
      this.#inside.set(event.trigger, (this.#inside.get(event.trigger) ?? 0) + (event.type === 'trigger_enter' ? 1 : -1));
    }
    for (const {mesh, items} of this.#groups) {
      for (let i = 0; i < items.length; ++i) {
        const item = items[i]!;
        const node = stage.nodes[item.node];
        if (node) mesh.setMatrixAt(i, node.matrixWorld);
        mesh.setColorAt(i, this.#colorOf(item));
      }
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  #colorOf(item: Item): THREE.Color {
    if (this.#coloring === 'trigger') return (this.#inside.get(item.node) ?? 0) > 0 ? INSIDE : TRIGGER;
    if (this.#coloring === 'island') {
      const number = this.#island[item.motion] ?? -1;
      // Hue and saturation of any two numbers are far apart: multiples of 1/p and 1/p², p³ = p + 1 (M. Roberts, "The unreasonable
      // effectiveness of quasirandom sequences", 2018). Hue alone repeats itself, with the golden ratio after 13, 21, 34.
      const hue = (number * 0.7548776662) % 1, saturation = 0.35 + 0.6 * ((number * 0.5698402910) % 1);
      return number < 0 ? STATIC : color.setHSL(hue, saturation, this.#awake[item.motion] ? 0.5 : 0.25);
    }
    if (item.motion < 0) return STATIC;
    if (this.#kinematic.has(item.motion)) return KINEMATIC;
    return this.#awake[item.motion] ? DYNAMIC : ASLEEP;
  }
}
