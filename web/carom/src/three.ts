// Physics for three.js: a plugin of GLTFLoader, and a controller that moves the loaded nodes.
import type {Object3D} from 'three';
import type {GLTF, GLTFLoaderPlugin, GLTFParser} from 'three/addons/loaders/GLTFLoader.js';
import type {Engine} from './engine.js';
import {FixedStep, type StepOptions} from './fixed_step.js';
import {Scene} from './scene.js';
import {World, type WorldSettings} from './world.js';

export type {StepOptions} from './fixed_step.js';

/** Moves the nodes of a loaded file: call `update(seconds)` in each frame. */
export class ThreePhysics extends FixedStep {
  readonly scene: Scene;
  readonly #objects: (Object3D | undefined)[];

  /** `objects` are by node of the file; those that do not move may be missing. */
  constructor(scene: Scene, objects: readonly (Object3D | undefined)[], options: WorldSettings & StepOptions = {}) {
    super(new World(scene, options), options);
    this.scene = scene;
    this.#objects = Array.from(this.nodes, node => objects[node]);
  }

  protected override place(
    slot: number, x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number,
  ): void {
    const object = this.#objects[slot];
    object?.position.set(x, y, z);
    object?.quaternion.set(qx, qy, qz, qw);
  }

  protected override resize(slot: number, x: number, y: number, z: number): void {
    this.#objects[slot]?.scale.set(x, y, z);
  }

  /** Frees the world and the scene. */
  dispose(): void {
    this.world.free();
    this.scene.free();
  }
}

/**
 * By node of the file: the objects of the scene that is shown. A root that several scenes have is a copy in all but one of them,
 * and what the parser remembers of objects is only the last scene's.
 */
async function objectsOf(parser: GLTFParser, shown: Object3D): Promise<Object3D[]> {
  const {nodes, scenes, scene} = parser.json as {nodes?: {children?: number[]}[]; scenes?: {nodes?: number[]}[]; scene?: number};
  const objects: Object3D[] = [];
  const roots = scenes?.[scene ?? 0]?.nodes ?? [];
  for (const [place, root] of roots.entries()) {
    const [original, copy]: Object3D[][] = [[], []];
    ((await parser.getDependency('node', root)) as Object3D).traverse(object => original!.push(object));
    shown.children[place]?.traverse(object => copy!.push(object));
    const ownOf = new Map(original!.map((object, i) => [object, copy![i]]));
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const object = ownOf.get((await parser.getDependency('node', node)) as Object3D);
      if (object) objects[node] = object;
      open.push(...(nodes?.[node]?.children ?? []));
    }
  }
  return objects;
}

/** `loader.register(parser => new CaromPlugin(parser, engine))`; then `gltf.userData.physics` is a ThreePhysics. */
export class CaromPlugin implements GLTFLoaderPlugin {
  readonly name = 'CAROM_physics';
  readonly #parser: GLTFParser;
  readonly #engine: Engine;
  readonly #options: WorldSettings & StepOptions;

  constructor(parser: GLTFParser, engine: Engine, options: WorldSettings & StepOptions = {}) {
    this.#parser = parser;
    this.#engine = engine;
    this.#options = options;
  }

  async afterRoot(gltf: GLTF): Promise<void> {
    // The loader has fetched every buffer already, and from wherever it has been told to.
    const document = JSON.parse(JSON.stringify(this.#parser.json)) as {buffers?: {uri?: string}[]};
    const binary = this.#parser.extensions.KHR_binary_glTF !== undefined;
    document.buffers?.forEach((buffer, i) => {
      // A buffer without either is a place for what is decoded (EXT_meshopt_compression).
      if (buffer.uri !== undefined || (i === 0 && binary)) buffer.uri = `buffer${i}.bin`;
    });
    const scene = await Scene.load(this.#engine, new TextEncoder().encode(JSON.stringify(document)), {
      resolve: async uri => {
        const index = Number(/^buffer(\d+)\.bin$/.exec(uri)?.[1]);
        return new Uint8Array((await this.#parser.getDependency('buffer', index)) as ArrayBuffer);
      },
    });
    const objects = gltf.scene ? await objectsOf(this.#parser, gltf.scene) : [];
    gltf.userData.physics = new ThreePhysics(scene, objects, this.#options);
  }
}

