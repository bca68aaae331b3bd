// What Emscripten writes, with the tools for files, for memory that workers can share.
import type {ToolBinding} from './binding.js';
import type {ModuleOptions} from './carom_module.js';

export interface ThreadOptions extends ModuleOptions {
  ENVIRONMENT_IS_PTHREAD?: boolean;
  wasmMemory?: WebAssembly.Memory;
  buffer?: ArrayBufferLike;
}
export default function createModule(options: ThreadOptions): Promise<ToolBinding & {stackRestore(address: number): void}>;
