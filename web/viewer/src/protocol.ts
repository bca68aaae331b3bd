// What the page and the worker that simulates say to each other.
import type {
  CustomEvent, Diagnostic, LogMessage, NamedValue, PhysicsEvent, SceneDescription, Statistics, WorldSettings,
} from 'carom-physics';

/** A ball that is thrown so that it comes through `target` after `time` seconds if nothing stops it. SI units. */
export interface Throw {
  position: number[];
  target: number[];
  time: number;
  radius: number;
  mass: number;
}

/** A view's arrays, copied. Their memory goes back to the worker with a later request (client.ts). */
export interface Numbers {
  count: number;
  integers: Int32Array<ArrayBuffer>;
  numbers: Float64Array<ArrayBuffer>;
}
export const WATCHED = ['bodies', 'contacts', 'colliders', 'joints', 'wheels', 'thrusters', 'vehicles', 'islands'] as const;
export type Watched = (typeof WATCHED)[number];

/** The state of a world after a step, with the views that were asked for. */
export interface Frame {
  step: number;
  time: number;
  hash: string;
  /** ms, of the last step, and the mean of the last ones: the clock of a page counts tenths. */
  stepTime: number;
  meanStepTime: number;
  playing: boolean;
  /** First and last step that can be gone back to. */
  recorded: [number, number];
  statistics: Statistics;
  /** The uniform one, m/s². */
  gravity: readonly number[];
  /** Kinetic and potential energy, J; momentum, N·s. */
  energy: number;
  momentum: number;
  nodes: Numbers;
  /** Of the nodes whose scale may change. */
  scales: Numbers;
  views: Partial<Record<Watched, Numbers>>;
  /** Since the last frame. */
  events: PhysicsEvent[];
  /** Of the behaviour graph: what it has logged since the last frame, and its variables. */
  log: LogMessage[];
  variables: NamedValue[];
  /** Why the world cannot go on; the numbers are those of the last state that was seen, and there are no views. */
  failure?: string;
  /** How often the worker has had to find memory for arrays since it began. */
  arraysMade: number;
}

/** What is said of a world that has failed. */
export const cannotGoOn = (failure: string): string => `The world cannot go on: ${failure}. Restart it (R), or load another scene.`;

export interface Loaded {
  description: SceneDescription;
  diagnostics: Diagnostic[];
  properties: Numbers;
  /** The events that its behaviour graph takes; undefined: no graph runs. */
  customEvents: CustomEvent[] | undefined;
  geometries: {positions: Float32Array; indices: Uint32Array}[];
  /** ms */
  loadTime: number;
  /** Of a step, and why there is only one although more were asked for. */
  threads: number;
  threadObstacle: string | undefined;
}

export interface Files {
  name: string;
  /** Where it was fetched from; not there: the user has chosen it. */
  address?: string;
  bytes: Uint8Array<ArrayBuffer>;
  others: Map<string, Uint8Array<ArrayBuffer>>;
}

/** As an animation and as a table. */
export interface Baked {
  glb: Uint8Array<ArrayBuffer>;
  csv: Uint8Array<ArrayBuffer>;
}

/** A recording. */
export interface Saved {
  bytes: Uint8Array<ArrayBuffer>;
  /** What it is a recording of, where that is not the file that was loaded. */
  scene?: Files;
  /** Why it can not be replayed: there is no file of its scene. */
  obstacle?: string;
}

/** What the page asks for; every request is answered once. */
export interface Requests {
  /** `start`: bodies as `bodies` has them, to begin with. */
  load: {ask: {files: Files; settings: WorldSettings; start?: Numbers}; answer: Loaded};
  /** The bodies that the world began with, where that is not the file's start: a ball was thrown then. */
  start: {ask: null; answer: Numbers | null};
  settings: {ask: WorldSettings; answer: null};
  play: {ask: {playing: boolean; speed: number}; answer: null};
  step: {ask: {count: number}; answer: null};
  seek: {ask: {step: number}; answer: null};
  /** The scene anew where the engine had to be started anew, too. */
  restart: {ask: null; answer: Loaded | null};
  /** `spare` is memory of earlier frames. */
  frame: {ask: {views: Watched[]; spare: ArrayBuffer[]}; answer: Frame};
  grab: {ask: {node: number; local: number[]; target: number[]} | null; answer: null};
  throwBall: {ask: Throw; answer: Loaded & {bytes?: Uint8Array<ArrayBuffer>}};
  drive: {ask: {node: number; linear: number[]; angular: number[]}; answer: null};
  wheel: {ask: {node: number; propulsion: number; steering: number}; answer: null};
  /** Whether the value that a pointer into the file names could be changed. */
  set: {ask: {pointer: string; value: number}; answer: boolean};
  thruster: {ask: {node: number; ratio: number; gimbal: [number, number]}; answer: null};
  send: {ask: {id: string}; answer: null};
  pick: {ask: {origin: number[]; direction: number[]}; answer: {node: number; collider: number; point: number[]} | null};
  /** From the start of the file, whatever is simulated meanwhile. */
  bake: {ask: {files: Files; settings: WorldSettings; seconds: number}; answer: Baked};
  recording: {ask: null; answer: Saved};
}
export type RequestName = keyof Requests;
export interface Request {
  id: number;
  name: RequestName;
  ask: unknown;
}
export interface Answer {
  id: number;
  answer?: unknown;
  error?: {message: string; diagnostics: readonly Diagnostic[]};
}
