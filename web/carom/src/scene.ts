import {bytesOf, exactly, lastPart} from './arguments.js';
import {CaromError, type Diagnostic} from './diagnostics.js';
import type {SceneDescription} from './description.js';
import type {Engine} from './engine.js';
import {externalUris, isBinary, pathOf} from './gltf_files.js';

/** The bytes of a file. */
export type Bytes = Uint8Array | ArrayBuffer;
type Maybe<T> = T | undefined;
/** Gives the bytes of a file that a document names, below the document's folder. Undefined: there is none. */
export type Resolve = (uri: string) => Promise<Maybe<Bytes>> | Maybe<Bytes>;

export interface LoadOptions {
  /** Asked for each buffer that is not in the file itself, and with `images` for each image. */
  resolve?: Resolve;
  /** Ask for images too: what is baked as .glb then holds them. */
  images?: boolean;
  /** Name of the file, for messages. */
  name?: string;
}

/** What `convert` lost; docs/dialects.md explains it. */
export interface ConversionReport {
  readonly [member: string]: unknown;
}

/** Puts a file, and those that it names, into a new folder of the module's own file system. */
async function putFile(engine: Engine, bytes: Uint8Array, options: LoadOptions): Promise<{folder: string; name: string}> {
  const name = lastPart(options.name ?? '', `scene.${isBinary(bytes) ? 'glb' : 'gltf'}`);
  const folder = engine.makeFolder();
  try {
    engine.writeFile(folder, name, bytes);
    const uris = externalUris(bytes);
    for (const uri of options.images ? [...uris.buffers, ...uris.images] : uris.buffers) {
      // What is no place for a file, the engine's reader explains.
      const path = pathOf(uri);
      if (path === undefined || path === name || path.startsWith(`${name}/`)) continue;
      const file = await options.resolve?.(uri);
      if (file) engine.writeFile(folder, path, fileOf(file, uri));
    }
    return {folder, name};
  } catch (error) {
    engine.removeFolder(folder);
    throw error;
  }
}

function fileOf(data: Bytes, uri: string): Uint8Array {
  try {
    return bytesOf(data);
  } catch {
    throw new CaromError(`resolve gave no bytes for "${uri}"`);
  }
}

/** @internal Calls with the path of the file there, and its name. */
export async function withFile<T>(
  engine: Engine, data: Bytes, options: LoadOptions, call: (path: string, name: string) => T,
): Promise<T> {
  const {folder, name} = await putFile(engine, bytesOf(data), options);
  try {
    return call(`${folder}/${name}`, name);
  } finally {
    engine.removeFolder(folder);
  }
}

/** A physics scene of a glTF file. Call `free` when no world or recorder is made of it any more; those that there are go on. */
export class Scene {
  readonly engine: Engine;
  /** Warnings and hints of loading. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the file was a .glb. */
  readonly binary: boolean;
  #address: number;
  #folder: string;
  #description?: SceneDescription;

  private constructor(engine: Engine, address: number, folder: string, binary: boolean, diagnostics: readonly Diagnostic[]) {
    this.engine = engine;
    this.#address = address;
    this.#folder = folder;
    this.binary = binary;
    this.diagnostics = diagnostics;
  }

  /** Reads a .gltf or .glb. Rejects with a CaromError that has every finding. */
  static async load(engine: Engine, data: Bytes, options: LoadOptions = {}): Promise<Scene> {
    const bytes = bytesOf(data);
    const {folder, name} = await putFile(engine, bytes, options);
    try {
      const address = engine.withText(`${folder}/${name}`, path => engine.binding._carom_scene_load(path)) >>> 0;
      // Where the module keeps the file concerns nobody.
      const found = engine.diagnostics().map(one => ({...one, message: one.message.replaceAll(`"${folder}/`, '"')}));
      if (address === 0) throw new CaromError(`${name} cannot be loaded`, found);
      return new Scene(engine, address, folder, isBinary(bytes), found);
    } catch (error) {
      engine.removeFolder(folder);
      throw error;
    }
  }

  /** @internal */
  get address(): number {
    if (this.#address === 0) throw new CaromError('the scene has been freed');
    return this.#address;
  }

  /** All that the scene says. */
  get description(): SceneDescription {
    if (!this.#description) {
      this.engine.binding._carom_scene_describe(this.address);
      this.#description = JSON.parse(this.engine.text()) as SceneDescription;
    }
    return this.#description;
  }

  /** What `carom inspect --json` writes. The engine has to have tools. */
  inspect(): Record<string, unknown> {
    this.engine.tools._carom_scene_inspect(this.address);
    return JSON.parse(this.engine.text()) as Record<string, unknown>;
  }

  /** Vertices, three numbers each, and triangles of a hull or mesh; hulls have none. Copies. */
  geometry(index: number): {positions: Float32Array; indices: Uint32Array} {
    const b = this.engine.binding;
    const points = (b._carom_geometry_positions(this.address, index) >>> 0) / 4;
    const pointCount = b._carom_geometry_position_count(this.address, index);
    const corners = (b._carom_geometry_indices(this.address, index) >>> 0) / 4;
    const cornerCount = b._carom_geometry_index_count(this.address, index);
    return {
      positions: this.engine.heap.HEAPF32.slice(points, points + 3 * pointCount),
      indices: this.engine.heap.HEAPU32.slice(corners, corners + cornerCount),
    };
  }

  /** Adds a dynamic ball, which no file has, for worlds made from now on. Returns its node. */
  addBall(ball: {radius: number; mass: number; position: readonly [number, number, number]}): number {
    const position = exactly(3, ball.position, 'position') as [number, number, number];
    for (const value of [ball.radius, ball.mass])
      if (!(value > 0 && value < Infinity)) throw new RangeError(`${value} is no radius or mass`);
    if (!position.every(Number.isFinite)) throw new RangeError(`[${position.join(', ')}] is no place`);
    this.#description = undefined;
    return this.engine.binding._carom_scene_add_ball(this.address, ball.radius, ball.mass, ...position);
  }

  /** The files of the scene in another dialect, by name, and what was lost. The engine has to have tools. */
  convert(
    target: string,
    options: {strict?: boolean | undefined; binary?: boolean | undefined; name?: string} = {},
  ): {files: Map<string, Uint8Array<ArrayBuffer>>; report: ConversionReport} {
    const {engine} = this, {tools} = engine;
    const folder = engine.makeFolder();
    try {
      const file = `${folder}/${lastPart(options.name ?? '', 'converted')}.${options.binary ?? this.binary ? 'glb' : 'gltf'}`;
      const done = engine.withText(target, id =>
        engine.withText(file, path => tools._carom_scene_convert(this.address, id, path, options.strict ? 1 : 0)),
      );
      if (!done) throw new CaromError(`the scene cannot be converted to ${target}`, engine.diagnostics());
      const report = JSON.parse(engine.text()) as ConversionReport;
      return {files: engine.readFiles(folder), report};
    } finally {
      engine.removeFolder(folder);
    }
  }

  free(): void {
    if (this.#address === 0) return;
    this.engine.binding._carom_scene_free(this.#address);
    this.#address = 0;
    this.engine.removeFolder(this.#folder);
  }
}
