// The engine's functions as the WebAssembly modules have them: numbers and addresses. A test holds these lists against the
// modules' exports and their parameters.

/** Name of each function and how many numbers it takes. */
export const FUNCTIONS = {
  carom_allocate: 1,
  carom_release: 1,
  carom_answer_text: 0,
  carom_answer_size: 0,
  carom_answer_numbers: 0,
  carom_answer_count: 0,
  carom_scene_load: 1,
  carom_scene_free: 1,
  carom_scene_describe: 1,
  carom_geometry_positions: 2,
  carom_geometry_position_count: 2,
  carom_geometry_indices: 2,
  carom_geometry_index_count: 2,
  carom_scene_add_ball: 6,
  carom_default_settings: 0,
  carom_world_create: 2,
  carom_world_free: 1,
  carom_world_step: 2,
  carom_world_time: 1,
  carom_world_time_step: 1,
  carom_world_step_count: 1,
  carom_world_gravity: 1,
  carom_world_hash: 1,
  carom_world_diagnostics: 1,
  carom_world_statistics: 1,
  carom_world_view: 2,
  carom_view_integers: 2,
  carom_view_numbers: 2,
  carom_view_strides: 1,
  carom_set_linear_velocity: 5,
  carom_set_angular_velocity: 5,
  carom_set_transform: 3,
  carom_apply_impulse: 3,
  carom_apply_force: 3,
  carom_apply_torque: 5,
  carom_wake: 2,
  carom_set_vehicle: 3,
  carom_set_wheel: 4,
  carom_set_thruster: 6,
  carom_world_save: 1,
  carom_world_restore: 3,
  carom_recording_start: 2,
  carom_recording_so_far: 1,
  carom_recording_stop: 1,
  carom_replay: 3,
  carom_cast_ray: 6,
  carom_cast_shape: 5,
  carom_overlap: 5,
  carom_closest_point: 5,
  carom_behavior_running: 1,
  carom_behavior_events: 1,
  carom_behavior_send: 5,
  carom_behavior_variables: 1,
  carom_behavior_messages: 1,
  carom_world_get: 2,
  carom_world_set: 4,
  carom_threads_expect: 3,
  carom_threads_serve: 1,
  carom_threads_give_up: 0,
} as const;

/** The same of what only the modules with tools have. */
export const TOOLS = {
  carom_validate: 2,
  carom_scene_inspect: 1,
  carom_scene_convert: 4,
  carom_recorder_create: 4,
  carom_recorder_watch: 2,
  carom_recorder_capture: 2,
  carom_recorder_finish: 1,
  carom_recorder_free: 1,
} as const;

type Numbers<N extends number, T extends number[] = []> = T['length'] extends N ? T : Numbers<N, [...T, number]>;
type Functions<List extends Record<string, number>> = {
  [K in keyof List & string as `_${K}`]: (...values: Numbers<List[K]>) => number;
};

/** The part of the module's file system that is used. */
export interface MemoryFiles {
  mkdir(path: string): void;
  readdir(path: string): string[];
  rmdir(path: string): void;
  unlink(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
  readFile(path: string): Uint8Array;
  isDir(mode: number): boolean;
  stat(path: string): {mode: number};
  analyzePath(path: string): {exists: boolean};
}

/** The engine's memory. */
export interface Heap {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

export interface Binding extends Functions<typeof FUNCTIONS>, Heap {
  readonly FS: MemoryFiles;
}

export interface ToolBinding extends Binding, Functions<typeof TOOLS> {}

/** The views of a world, in the engine's order, with integers and numbers of each thing. */
export const VIEWS = {
  bodies: [0, 2, 16],
  moved: [1, 1, 14],
  motionNodes: [2, 1, 14],
  events: [3, 8, 2],
  contacts: [4, 4, 10],
  colliders: [5, 3, 6],
  joints: [6, 3, 6],
  wheels: [7, 4, 19],
  thrusters: [8, 3, 7],
  vehicles: [9, 1, 12],
  islands: [10, 2, 0],
  properties: [11, 6, 11],
  scales: [12, 1, 3],
} as const;
export type ViewName = keyof typeof VIEWS;
