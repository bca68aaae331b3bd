// What Emscripten writes, with the tools for files.
import type {ToolBinding} from './binding.js';
import type {ModuleOptions} from './carom_module.js';

export default function createModule(options: ModuleOptions): Promise<ToolBinding>;
