// What Emscripten writes, for memory that workers can share.
import type {Binding} from './binding.js';
import type {ModuleOptions} from './carom_module.js';

export interface ThreadOptions extends ModuleOptions {
  ENVIRONMENT_IS_PTHREAD?: boolean;
  wasmMemory?: WebAssembly.Memory;
  buffer?: ArrayBufferLike;
}
export default function createModule(options: ThreadOptions): Promise<Binding & {stackRestore(address: number): void}>;
