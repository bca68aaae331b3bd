// From the bytes of a file to the bytes of others, by an engine with tools: the one that is given, or one that it starts.
import type {Diagnostic} from './diagnostics.js';
import type {Engine} from './engine.js';
import {Recorder, type RecorderOptions} from './recorder.js';
import {CaromError} from './diagnostics.js';
import {Scene, withFile, type Bytes, type ConversionReport, type LoadOptions} from './scene.js';
import {World, type WorldSettings} from './world.js';

type Files = Map<string, Uint8Array<ArrayBuffer>>;

/** `name` is that of the file that is read. */
export interface BakeOptions extends LoadOptions, Omit<RecorderOptions, 'name' | 'nodes'> {
  /** s. Default 5. */
  seconds?: number;
  settings?: WorldSettings;
}

/** Simulates a file and writes the motion: the files by name, the hash of the last state, and warnings. */
export async function bake(
  engine: Engine, bytes: Bytes, options: BakeOptions = {},
): Promise<{files: Files; hash: string; diagnostics: Diagnostic[]}> {
  const seconds = options.seconds ?? 5;
  if (!(seconds >= 0 && seconds < Infinity)) throw new RangeError(`${seconds} is no number of seconds`);
  const scene = await Scene.load(await engine.withTools(), bytes, {images: true, ...options});
  let world: World | undefined, recorder: Recorder | undefined;
  try {
    world = new World(scene, options.settings);
    recorder = new Recorder(scene, {...options, baked: options.baked ?? 'glb', name: 'baked'});
    recorder.capture(world);
    const steps = Math.round(seconds / world.timeStep);
    for (let i = 0; i < steps; ++i) {
      world.step();
      recorder.capture(world);
    }
    const {files, diagnostics} = recorder.finish();
    return {files, hash: world.hash, diagnostics: [...scene.diagnostics, ...world.diagnostics, ...diagnostics]};
  } finally {
    recorder?.free();
    world?.free();
    scene.free();
  }
}

/** A file in another dialect: the files by name, and what was lost. */
export async function convert(
  engine: Engine, bytes: Bytes, target: string, options: LoadOptions & {strict?: boolean; binary?: boolean} = {},
): Promise<{files: Files; report: ConversionReport}> {
  const scene = await Scene.load(await engine.withTools(), bytes, {images: true, ...options});
  try {
    return scene.convert(target, {strict: options.strict, binary: options.binary});
  } finally {
    scene.free();
  }
}

/** What `carom inspect --json` writes. */
export async function inspect(engine: Engine, bytes: Bytes, options: LoadOptions = {}): Promise<Record<string, unknown>> {
  const scene = await Scene.load(await engine.withTools(), bytes, options);
  try {
    return scene.inspect();
  } finally {
    scene.free();
  }
}

/** The official validator's report, of what physics a file holds too. */
export interface ValidationReport {
  readonly uri: string;
  readonly mimeType?: string;
  readonly validatorVersion: string;
  readonly issues: {
    readonly numErrors: number;
    readonly numWarnings: number;
    readonly numInfos: number;
    readonly numHints: number;
    /** `severity`: 0 error, 1 warning, 2 information, 3 hint. */
    readonly messages: readonly {readonly code: string; readonly message: string; readonly severity: number; readonly pointer?: string}[];
    readonly truncated: boolean;
  };
  readonly info?: Readonly<Record<string, unknown>>;
}

/** Checks a file as `carom validate` does. What cannot be read is a finding, not an error. */
export async function validate(engine: Engine, bytes: Bytes, options: LoadOptions = {}): Promise<ValidationReport> {
  const able = await engine.withTools();
  return withFile(able, bytes, options, (path, name) => {
    able.withText(path, at => able.withText(name, as => able.tools._carom_validate(at, as)));
    return JSON.parse(able.text()) as ValidationReport;
  });
}

/** Does a recording (.caromrec) of a scene again; `differsAt` is the first step that went another way. */
export function replay(scene: Scene, recording: Uint8Array): {steps: number; hashes: number; differsAt: number | undefined} {
  const {engine} = scene;
  const done = engine.withBytes(recording, at => engine.binding._carom_replay(scene.address, at, recording.byteLength));
  if (!done) throw new CaromError('the recording cannot be replayed', engine.diagnostics());
  const [steps, hashes, differs] = engine.numbers();
  return {steps: steps!, hashes: hashes!, differsAt: differs! < 0 ? undefined : differs};
}
