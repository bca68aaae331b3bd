// What Emscripten writes.
import type {Binding} from './binding.js';

export interface ModuleOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  printErr?(text: string): void;
  onAbort?(reason: unknown): void;
}
export default function createModule(options: ModuleOptions): Promise<Binding>;
