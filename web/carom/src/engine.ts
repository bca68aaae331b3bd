// One instance of the WebAssembly module: its memory and its files are its own. Several can live beside each other.
import createModule from './carom_module.js';
import type {Binding, Heap, ToolBinding} from './binding.js';
import {CaromError, type Diagnostic} from './diagnostics.js';
import {lendThreads, threadObstacle} from './threads.js';

/** Where the engine's code comes from: its bytes, compiled, or where to fetch them. */
export type WasmSource = BufferSource | WebAssembly.Module | URL | string;

function isCompiled(source: WasmSource): source is WebAssembly.Module {
  return source instanceof WebAssembly.Module;
}

export interface InitOptions {
  /** Default: `carom.wasm` beside this module. */
  wasm?: WasmSource;
  /**
   * Have the tools for files in this engine: `Recorder`, `Scene.convert` and `Scene.inspect`. Default false: its code is a fifth
   * smaller. `bake`, `convert`, `inspect` and `validate` need no such engine; they start one when they are first called.
   */
  tools?: boolean;
  /** The engine's code with the tools. Default: `carom_tools.wasm` beside this module. */
  toolsWasm?: WasmSource;
  /**
   * Threads of a step, 1..64, this one included; none changes the result. Default 1. In a page that is not cross-origin isolated
   * there is one, whatever is asked: `engine.threads` says how many there are, `engine.threadObstacle` why.
   */
  threads?: number;
  /** The engine's code where there are threads; it has the tools. Default: `carom_threads.wasm` beside this module. */
  threadedWasm?: WasmSource;
}

async function wasmBytes(source: URL | string): Promise<BufferSource | Response> {
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    const files = 'node:fs/promises';
    const {readFile} = (await import(/* @vite-ignore */ files)) as typeof import('node:fs/promises');
    return readFile(url) as Promise<Uint8Array<ArrayBuffer>>;
  }
  const response = await fetch(url);
  if (!response.ok) throw new CaromError(`${url} answers ${response.status}`);
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    throw new CaromError(`${url} is a page, not the engine's code. ` +
      "Vite's development server needs optimizeDeps: {exclude: ['carom-physics']}; elsewhere tell init where the code is: {wasm: url}, toolsWasm or threadedWasm");
  }
  return response;
}

/** Compiles the engine's code once; hand it to `init` of several workers. */
export async function compile(source: BufferSource | URL | string): Promise<WebAssembly.Module> {
  const bytes = typeof source === 'string' || source instanceof URL ? await wasmBytes(source) : source;
  if (!('headers' in bytes)) return WebAssembly.compile(bytes);
  // A server that does not know the type of .wasm keeps the browser from compiling while it loads.
  if (bytes.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(bytes);
  return WebAssembly.compile(await bytes.arrayBuffer());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Memory that threads share, and how they end. */
interface Shared {
  memory: WebAssembly.Memory;
  threads: number;
  endThreads: () => void;
}
function hasTools(binding: Binding): binding is ToolBinding {
  return '_carom_validate' in binding;
}

const forgotten = new FinalizationRegistry<() => void>(endThreads => endThreads());

/** An instance of the engine, from `init()`. It goes when nothing refers to it any more, and its threads with it. */
export class Engine {
  /** @internal */
  readonly binding: Binding;
  /** Threads that a step has. */
  readonly threads: number;
  /** Why there is one thread only although more were asked for. */
  readonly threadObstacle: string | undefined;
  readonly #toolsWasm: WasmSource | undefined;
  readonly #shared: Shared | undefined;
  #heap: Heap;
  #folders = 0;
  #withTools?: Promise<Engine> | undefined;

  /** @internal */
  constructor(binding: Binding, {toolsWasm}: InitOptions, shared?: Shared, obstacle?: string) {
    this.binding = binding;
    this.#toolsWasm = toolsWasm;
    this.threads = shared?.threads ?? 1;
    this.threadObstacle = obstacle;
    this.#shared = shared;
    this.#heap = binding;
    if (shared) forgotten.register(this, shared.endThreads, this);
  }

  /** Ends the threads at once. The engine and its worlds cannot be used afterwards. */
  close(): void {
    this.#withTools = undefined;
    if (!this.#shared) return;
    forgotten.unregister(this);
    this.#shared.endThreads();
  }

  /** Whether it has the tools for files. */
  get hasTools(): boolean {
    return hasTools(this.binding);
  }

  /** @internal */
  get tools(): ToolBinding {
    if (!hasTools(this.binding)) throw new CaromError('this engine has no tools for files: start it with init({tools: true})');
    return this.binding;
  }

  /** @internal This engine if it has the tools, or one that has, started at the first call. */
  async withTools(): Promise<Engine> {
    if (this.hasTools) return this;
    this.#withTools ??= init({tools: true, ...(this.#toolsWasm ? {toolsWasm: this.#toolsWasm} : {})});
    try {
      return await this.#withTools;
    } catch (error) {
      this.#withTools = undefined;  // Its code may be there the next time.
      throw error;
    }
  }

  /** @internal The memory as it is now. A thread that makes it larger does not tell this one. */
  get heap(): Heap {
    const buffer = this.#shared?.memory.buffer;
    if (buffer && this.#heap.HEAPU8.buffer !== buffer) {
      this.#heap = {
        HEAPU8: new Uint8Array(buffer),
        HEAP32: new Int32Array(buffer),
        HEAPU32: new Uint32Array(buffer),
        HEAPF32: new Float32Array(buffer),
        HEAPF64: new Float64Array(buffer),
      };
    }
    return this.#heap;
  }

  /** Bytes of memory that the engine has. */
  get memoryBytes(): number {
    return this.heap.HEAPU8.byteLength;
  }

  /** @internal The text of the last call. */
  text(): string {
    return decoder.decode(this.bytes());
  }
  /** @internal A copy of the bytes of the last call, in the memory given if they fit. */
  bytes(memory?: ArrayBuffer): Uint8Array<ArrayBuffer> {
    const start = this.binding._carom_answer_text() >>> 0;
    const size = this.binding._carom_answer_size() >>> 0;
    const copy = memory && memory.byteLength >= size ? new Uint8Array(memory, 0, size) : new Uint8Array(size);
    copy.set(this.heap.HEAPU8.subarray(start, start + size));
    return copy;
  }
  /** @internal The numbers of the last call, valid until the next one. */
  numbers(): Float64Array {
    const start = (this.binding._carom_answer_numbers() >>> 0) / 8;
    return this.heap.HEAPF64.subarray(start, start + (this.binding._carom_answer_count() >>> 0));
  }
  /** @internal */
  diagnostics(): Diagnostic[] {
    const text = this.text();
    return text === '' ? [] : (JSON.parse(text) as Diagnostic[]);
  }

  /** @internal Calls with the address of a copy of bytes. */
  withBytes<T>(bytes: Uint8Array, call: (address: number) => T): T {
    const address = this.binding._carom_allocate(Math.max(1, bytes.byteLength)) >>> 0;
    if (address === 0) throw new CaromError(`no memory for ${bytes.byteLength} bytes`);
    this.heap.HEAPU8.set(bytes, address);
    try {
      return call(address);
    } finally {
      this.binding._carom_release(address);
    }
  }
  /** @internal */
  withNumbers<T>(numbers: ArrayLike<number>, call: (address: number) => T): T {
    return this.withBytes(new Uint8Array(Float64Array.from(numbers).buffer), call);
  }
  /** @internal */
  withText<T>(text: string, call: (address: number) => T): T {
    return this.withBytes(encoder.encode(`${text}\0`), call);
  }

  /** @internal A new folder of the module's own file system. */
  makeFolder(): string {
    const path = `/${(this.#folders += 1)}`;
    this.binding.FS.mkdir(path);
    return path;
  }
  /** @internal Puts a file into such a folder and makes the folders on its way. */
  writeFile(folder: string, name: string, bytes: Uint8Array): void {
    const parts = name.split('/').filter(part => part !== '' && part !== '.');
    if (parts.length === 0 || parts.includes('..')) throw new CaromError(`"${name}" lies outside the scene's folder`);
    let path = folder;
    for (const part of parts.slice(0, -1)) {
      path += `/${part}`;
      if (!this.binding.FS.analyzePath(path).exists) this.binding.FS.mkdir(path);
    }
    this.binding.FS.writeFile(`${path}/${parts.at(-1)}`, bytes);
  }
  /** @internal All files of a folder, by path from it. */
  readFiles(folder: string): Map<string, Uint8Array<ArrayBuffer>> {
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    const visit = (path: string, name: string): void => {
      for (const entry of this.binding.FS.readdir(path)) {
        if (entry === '.' || entry === '..') continue;
        const full = `${path}/${entry}`;
        if (this.binding.FS.isDir(this.binding.FS.stat(full).mode)) visit(full, `${name}${entry}/`);
        else files.set(name + entry, this.binding.FS.readFile(full) as Uint8Array<ArrayBuffer>);
      }
    };
    visit(folder, '');
    return files;
  }
  /** @internal */
  removeFolder(path: string): void {
    for (const entry of this.binding.FS.readdir(path)) {
      if (entry === '.' || entry === '..') continue;
      const full = `${path}/${entry}`;
      if (this.binding.FS.isDir(this.binding.FS.stat(full).mode)) this.removeFolder(full);
      else this.binding.FS.unlink(full);
    }
    this.binding.FS.rmdir(path);
  }
}

type Factory = typeof createModule;

async function compiled(source: WasmSource): Promise<WebAssembly.Module> {
  return isCompiled(source) ? source : compile(source);
}

interface Instance {
  binding: Binding;
  module: WebAssembly.Module;
  memory: WebAssembly.Memory | undefined;
}

/** The module's JavaScript comes and runs while the code is still being fetched. */
async function instantiate(create: Factory | Promise<Factory>, code: Promise<WebAssembly.Module>): Promise<Instance> {
  code.catch(() => {});  // Who waits for it below is told.
  const factory = await create;
  return new Promise((resolve, reject) => {
    let memory: WebAssembly.Memory | undefined;
    const binding = factory({
      instantiateWasm(imports, done) {
        memory = Object.values(imports).flatMap(part => Object.values(part)).find(one => one instanceof WebAssembly.Memory);
        code.then(async module => done(await WebAssembly.instantiate(module, imports), module)).catch(reject);
        return {};
      },
    });
    Promise.all([binding, code]).then(([binding, module]) => resolve({binding, module, memory}), reject);
  });
}

async function initWithThreads(options: InitOptions, threads: number): Promise<Engine> {
  const code = compiled(options.threadedWasm ?? new URL('./carom_threads.wasm', import.meta.url));
  const {binding, module, memory} = await instantiate(import('./carom_threads.js').then(all => all.default), code);
  if (!memory) throw new CaromError('this code of the engine has no shared memory');
  return new Engine(binding, options, {memory, threads, endThreads: await lendThreads(binding, module, memory, threads)});
}

/** Starts an instance of the engine. */
export async function init(options: InitOptions = {}): Promise<Engine> {
  const threads = options.threads ?? 1;
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) throw new RangeError(`${threads} is no number of threads`);
  const obstacle = threads > 1 ? threadObstacle() : undefined;
  if (threads > 1 && obstacle === undefined) return initWithThreads(options, threads);
  const {binding} = options.tools
    ? await instantiate(import('./carom_tools.js').then(all => all.default),
        compiled(options.toolsWasm ?? new URL('./carom_tools.wasm', import.meta.url)))
    : await instantiate(createModule, compiled(options.wasm ?? new URL('./carom.wasm', import.meta.url)));
  return new Engine(binding, options, undefined, obstacle);
}
