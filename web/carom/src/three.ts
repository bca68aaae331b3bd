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
    super(new World(scene, options), options.timeStep ?? 1 / 60, options);
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
    document.buffers?.forEach((buffer, i) => (buffer.uri = `buffer${i}.bin`));
    const scene = await Scene.load(this.#engine, new TextEncoder().encode(JSON.stringify(document)), {
      resolve: async uri => {
        const index = Number(/^buffer(\d+)\.bin$/.exec(uri)?.[1]);
        return new Uint8Array((await this.#parser.getDependency('buffer', index)) as ArrayBuffer);
      },
    });
    const objects: Object3D[] = [];
    for (const [object, place] of this.#parser.associations) {
      const node = (place as {nodes?: number} | undefined)?.nodes;
      if (node !== undefined && (object as Partial<Object3D>).isObject3D) objects[node] = object as Object3D;
    }
    gltf.userData.physics = new ThreePhysics(scene, objects, this.#options);
  }
}

