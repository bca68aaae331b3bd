// Carom: physics for glTF. Start with `init()`, load a `Scene`, make a `World` of it.
export {CaromError, type Diagnostic} from './diagnostics.js';
export {compile, Engine, init, type InitOptions, type WasmSource} from './engine.js';
export {Scene, type Bytes, type ConversionReport, type LoadOptions, type Resolve} from './scene.js';
export {
  EVENT_TYPES, VIEW_FIELDS, World, type PhysicsEvent, type RayHit, type ShapeHit, type Statistics, type View, type WorldSettings,
} from './world.js';
export type {CustomEvent, GivenValue, LogMessage, NamedValue, SentEvent, TypedValue} from './behavior.js';
export type {AskedShape, QueryFilter} from './queries.js';
export {Recorder, type RecorderOptions} from './recorder.js';
export {bake, convert, inspect, replay, validate, type BakeOptions, type ValidationReport} from './whole_files.js';
export type * from './description.js';
