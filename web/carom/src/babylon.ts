// Physics for Babylon.js: moves the nodes of a scene that was loaded from glTF.
import type {TransformNode} from '@babylonjs/core/Meshes/transformNode.js';
import type {Scene as BabylonScene} from '@babylonjs/core/scene.js';
import type {AssetContainer} from '@babylonjs/core/assetContainer.js';
import {Quaternion} from '@babylonjs/core/Maths/math.vector.js';
import {FixedStep, type StepOptions} from './fixed_step.js';
import type {Scene} from './scene.js';
import {World, type WorldSettings} from './world.js';

export type {StepOptions} from './fixed_step.js';

/** What Babylon's loader notes on a node: the JSON pointers that it came from. */
interface LoaderNote {
  gltf?: {pointers?: string[]};
}

function nodesOf(loaded: BabylonScene | AssetContainer): TransformNode[] {
  const found: TransformNode[] = [];
  for (const node of [...loaded.transformNodes, ...loaded.meshes]) {
    const note = (node as unknown as {_internalMetadata?: LoaderNote})._internalMetadata;
    for (const pointer of note?.gltf?.pointers ?? []) {
      const index = /^\/nodes\/(\d+)$/.exec(pointer)?.[1];
      if (index !== undefined) found[Number(index)] = node;
    }
  }
  return found;
}

/** Moves the nodes of a loaded file: call `update(seconds)` in each frame. */
export class BabylonPhysics extends FixedStep {
  readonly scene: Scene;
  readonly #nodes: (TransformNode | undefined)[];

  /** `loaded` is what Babylon's loader made of the same file: a container, or a scene with this file alone. */
  constructor(scene: Scene, loaded: BabylonScene | AssetContainer, options: WorldSettings & StepOptions = {}) {
    super(new World(scene, options), options);
    this.scene = scene;
    const all = nodesOf(loaded);
    this.#nodes = Array.from(this.nodes, node => all[node]);
    for (const node of this.#nodes) if (node) node.rotationQuaternion ??= Quaternion.Identity();
  }

  protected override place(
    slot: number, x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number,
  ): void {
    const node = this.#nodes[slot];
    node?.position.set(x, y, z);
    node?.rotationQuaternion?.set(qx, qy, qz, qw);
  }

  protected override resize(slot: number, x: number, y: number, z: number): void {
    this.#nodes[slot]?.scaling.set(x, y, z);
  }

  /** Frees the world and the scene. */
  dispose(): void {
    this.world.free();
    this.scene.free();
  }
}
