// A worker of threads.ts: the engine's code on memory that is there already. It does nothing else, and never returns.
import createModule from './carom_threads.js';
import type {HelperStart} from './threads.js';

async function serve({module, memory, thread, stack}: HelperStart, ready: () => void): Promise<void> {
  const binding = await createModule({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance, module);
      return instance.exports;
    },
    // As Emscripten's own workers say it: the memory has its contents.
    ENVIRONMENT_IS_PTHREAD: true,
    wasmMemory: memory,
    buffer: memory.buffer,
  });
  binding.stackRestore(stack);
  ready();
  try {
    binding._carom_threads_serve(thread);
  } catch (error) {
    // Out of memory, or a defect. The thread that steps would wait for this one.
    binding.stackRestore(stack);
    binding._carom_threads_give_up();
    throw error;
  }
}

const scope = globalThis as unknown as {
  postMessage?: (message: unknown) => void;
  onmessage?: (event: {data: HelperStart}) => void;
};
if (scope.postMessage) {
  scope.onmessage = ({data}) => void serve(data, () => scope.postMessage!('ready'));
} else {
  scope.postMessage = () => {};  // Emscripten tells its own main thread things with it.
  const threads = 'node:worker_threads';
  void import(/* @vite-ignore */ threads).then(({parentPort}: typeof import('node:worker_threads')) => {
    parentPort!.on('message', (data: HelperStart) => void serve(data, () => parentPort!.postMessage('ready')));
  });
}
