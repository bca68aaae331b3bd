// Threads: workers that instantiate the engine's code a second time on the memory of the first instance and serve it.
import type {Binding} from './binding.js';
import {CaromError} from './diagnostics.js';

/** What a worker gets to begin with. */
export interface HelperStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** 1 for the first worker: 0 is the thread that steps. */
  thread: number;
  /** Address of the upper end of the worker's stack. */
  stack: number;
}

const STACK_BYTES = 1 << 20;

interface Helper {
  start(message: HelperStart): Promise<void>;
  terminate(): void;
}

/** Why threads cannot be had here; undefined where they can. */
export function threadObstacle(): string | undefined {
  const {crossOriginIsolated} = globalThis as {crossOriginIsolated?: boolean};
  if (crossOriginIsolated === false || typeof SharedArrayBuffer === 'undefined')
    return 'the page is not cross-origin isolated, so it has no shared memory';
  if (crossOriginIsolated === true && typeof Worker === 'undefined') return 'workers cannot be started here';
  return undefined;
}

async function processorCount(): Promise<number> {
  const {navigator} = globalThis as {navigator?: {hardwareConcurrency?: number}};
  if (navigator?.hardwareConcurrency) return navigator.hardwareConcurrency;
  const system = 'node:os';
  return ((await import(/* @vite-ignore */ system)) as typeof import('node:os')).availableParallelism();
}

function browserHelper(): Helper {
  const worker = new Worker(new URL('./thread_worker.js', import.meta.url), {type: 'module', name: 'carom'});
  return {
    start: message =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({data}) => data === 'ready' && resolve();
        worker.onerror = event => reject(new CaromError(`a thread did not start: ${event.message}`));
        worker.postMessage(message);
      }),
    terminate: () => worker.terminate(),
  };
}

async function nodeHelper(): Promise<Helper> {
  const threads = 'node:worker_threads', script = './thread_worker.js';
  const {Worker} = (await import(/* @vite-ignore */ threads)) as typeof import('node:worker_threads');
  const worker = new Worker(new URL(script, import.meta.url), {execArgv: []});  // Those of `node -e` are not for files.
  return {
    start: message =>
      new Promise((resolve, reject) => {
        worker.on('message', data => {
          if (data !== 'ready') return;
          worker.unref();  // Helpers do not keep the program alive.
          resolve();
        });
        worker.once('error', reject);
        worker.postMessage(message);
      }),
    terminate: () => void worker.terminate(),
  };
}

/** Starts threads 1..count-1 of an instance. Returns what ends them. */
export async function lendThreads(
  binding: Binding, module: WebAssembly.Module, memory: WebAssembly.Memory, count: number,
): Promise<() => void> {
  const onPage = (globalThis as {document?: unknown}).document !== undefined;
  binding._carom_threads_expect(count, await processorCount(), onPage ? 0 : 1);
  const inBrowser = (globalThis as {crossOriginIsolated?: boolean}).crossOriginIsolated !== undefined;
  const helpers: Helper[] = [];
  const end = (): void => helpers.forEach(helper => helper.terminate());
  try {
    const started: Promise<void>[] = [];
    for (let thread = 1; thread < count; ++thread) {
      const helper = inBrowser ? browserHelper() : await nodeHelper();
      helpers.push(helper);
      const lowest = binding._carom_allocate(STACK_BYTES) >>> 0;
      if (lowest === 0) throw new CaromError('no memory for the stack of a thread');
      started.push(helper.start({module, memory, thread, stack: (lowest + STACK_BYTES) & ~15}));
    }
    await Promise.all(started);
  } catch (error) {
    end();
    throw error;
  }
  return end;
}
