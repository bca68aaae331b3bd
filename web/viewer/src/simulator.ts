// A scene being simulated for the page: plays in its own time, keeps states to go back to, pulls at what is grabbed.
import {bake, Scene, World, type Engine, type LoadOptions, type LogMessage, type PhysicsEvent, type WorldSettings} from 'carom-physics';
import {mechanics} from './energy.js';
import {History} from './history.js';
import {
  cannotGoOn, type Baked, type Files, type Frame, type Loaded, type Numbers, type Requests, type Saved, type Throw, type Watched,
} from './protocol.js';
import {SpareMemory} from './spare_memory.js';
import {writeWithBall} from './thrown_ball.js';

const MAX_STEPS_PER_TICK = 12;
const MAX_EVENTS = 500;
const MEAN_OF = 30;

const NOTHING = (): Numbers => ({count: 0, integers: new Int32Array(), numbers: new Float64Array()});

/** How the scene of files is loaded. */
const loading = ({name, others}: Files): LoadOptions => ({name, images: true, resolve: uri => others.get(decodeURIComponent(uri))});

/** What a frame says besides arrays. */
type Facts = Omit<Frame, 'nodes' | 'scales' | 'views' | 'events' | 'log' | 'arraysMade' | 'failure'>;

export class Simulator {
  engine: Engine;
  readonly #makeEngine: () => Promise<Engine>;
  readonly #memory = new SpareMemory();
  #files: Files | undefined;
  /** The scene with the balls that were thrown, or why no file can have them. */
  #withBalls: {files?: Files; obstacle?: string} = {};
  #scene: Scene | undefined;
  #world: World | undefined;
  #settings: WorldSettings = {};
  #properties = NOTHING();
  #gravity: readonly number[] = [0, 0, 0];
  #history = new History();
  #events: PhysicsEvent[] = [];
  #log: LogMessage[] = [];
  #playing = false;
  #speed = 1;
  #owed = 0;
  #stepTime = 0;
  /** ms, of the last steps. */
  readonly #stepTimes = new Float64Array(MEAN_OF);
  #timed = 0;
  #failure: string | undefined;
  /** Of the last frame: what there is to say of a world that has failed. */
  #facts: Facts | undefined;
  #grabbed: {node: number; local: number[]; target: number[]} | null = null;
  /** Commands given last, by node: set again after going back or starting over. */
  #vehicles = new Map<number, [number[], number[]]>();
  /** The bodies that the world began with, where that is not the file's start. */
  #start: Numbers | null = null;

  constructor(engine: Engine, makeEngine: () => Promise<Engine>) {
    this.engine = engine;
    this.#makeEngine = makeEngine;
  }

  get stepCount(): number {
    return this.#live.stepCount;
  }

  get #meanStepTime(): number {
    const count = Math.min(this.#timed, MEAN_OF);
    let sum = 0;
    for (let i = 0; i < count; ++i) sum += this.#stepTimes[i]!;
    return count > 0 ? sum / count : 0;
  }

  get #live(): World {
    if (this.#failure !== undefined) throw new Error(cannotGoOn(this.#failure));
    if (!this.#world) throw new Error('No scene is loaded.');
    return this.#world;
  }

  /** Where the engine has failed, its memory is not to be trusted: another one takes over. */
  async #replaceFailed(): Promise<void> {
    if (this.#failure === undefined) return;
    this.engine.close();
    this.#world = this.#scene = this.#failure = undefined;
    this.engine = await this.#makeEngine();
  }

  async load(files: Files, settings: WorldSettings, start?: Numbers): Promise<Loaded> {
    const begun = performance.now();
    await this.#replaceFailed();
    const scene = await Scene.load(this.engine, files.bytes, loading(files));
    this.#world?.free();
    this.#world = undefined;
    this.#scene?.free();
    this.#scene = scene;
    this.#files = files;
    this.#withBalls = {};
    this.#vehicles.clear();
    this.#grabbed = null;
    this.#begin(settings);
    if (start) {
      this.#place(start);
      this.#keepStart();
    }
    return this.#loaded(performance.now() - begun);
  }

  #loaded(loadTime: number): Loaded {
    const scene = this.#scene!;
    const {description} = scene;
    const geometries = Math.max(0, ...description.shapes.map(shape => shape.geometry + 1));
    return {
      description, loadTime, threads: this.engine.threads, threadObstacle: this.engine.threadObstacle,
      diagnostics: [...scene.diagnostics, ...this.#live.diagnostics],
      properties: this.#properties,
      customEvents: this.#live.hasBehavior ? this.#live.customEvents : undefined,
      geometries: Array.from({length: geometries}, (_, i) => scene.geometry(i)),
    };
  }

  /** A new world of the scene, at its start. */
  #begin(settings: WorldSettings): void {
    this.#world?.free();
    this.#settings = settings;
    this.#world = new World(this.#scene!, settings);
    this.#world.startRecording((this.#withBalls.files ?? this.#files)?.name ?? '');
    this.#properties = this.#memory.copy(this.#world.properties);
    this.#gravity = this.#world.gravity;
    this.#start = null;
    this.#history.clear();
    this.#history.add(0, this.#world.snapshot());
    this.#events = [];
    this.#log = [];
    this.#owed = 0;
    this.#stepTime = this.#timed = 0;
  }

  /** The scene is another one only where the engine is. */
  async restart(): Promise<Loaded | null> {
    if (this.#failure !== undefined && this.#files) return this.load(this.#files, this.#settings);
    this.#begin(this.#settings);
    this.#vehicles.clear();
    return null;
  }

  /** Other settings: the same scene from its start, brought to the step where it was. */
  changeSettings(settings: WorldSettings): void {
    this.#begin(settings);
  }

  play(playing: boolean, speed: number): void {
    this.#playing = playing;
    this.#speed = speed;
    this.#owed = 0;
  }

  #stepOnce(): void {
    const world = this.#live;
    this.#pull(world);
    for (const [node, [linear, angular]] of this.#vehicles) world.setVehicleActivation(node, linear, angular);
    const start = performance.now();
    world.step();
    this.#stepTime = performance.now() - start;
    this.#stepTimes[this.#timed++ % MEAN_OF] = this.#stepTime;
    for (const event of world.events) this.#events.push(event);
    if (this.#events.length > MAX_EVENTS) this.#events.splice(0, this.#events.length - MAX_EVENTS);
    if (world.hasBehavior) this.#log.push(...world.messages.log);
    if (this.#log.length > MAX_EVENTS) this.#log.splice(0, this.#log.length - MAX_EVENTS);
    const {stepCount} = world;
    if (this.#history.wants(stepCount)) this.#history.add(stepCount, world.snapshot(this.#history.spare()));
  }

  step(count: number): void {
    for (let i = 0; i < count; ++i) this.#stepOnce();
  }

  /** Called about 60 times a second with the time since the last call. */
  tick(seconds: number): void {
    if (!this.#playing || !this.#world || this.#failure !== undefined) return;
    const step = this.#settings.timeStep ?? 1 / 60;
    this.#owed = Math.min(this.#owed + seconds * this.#speed, MAX_STEPS_PER_TICK * step);
    const end = performance.now() + 40;
    while (this.#owed >= step && performance.now() < end) {
      this.#owed -= step;
      try {
        this.#stepOnce();
      } catch (error) {
        this.#fail(error);
        return;
      }
    }
  }

  /** What to answer who asked. An error of the engine itself ends the world. */
  messageOf(error: unknown): string {
    const outOfStack = error instanceof RangeError && /call stack/.test(error.message);
    if (error instanceof WebAssembly.RuntimeError || outOfStack) {
      this.#fail(error);
      return cannotGoOn(this.#failure!);
    }
    return error instanceof Error ? error.message : String(error);
  }

  /** The world cannot go on: out of memory, or a defect. */
  #fail(error: unknown): void {
    this.#playing = false;
    this.#failure = error instanceof Error ? error.message : String(error);
  }

  /** Goes to a recorded state, or on to a later step. */
  seek(step: number): void {
    const world = this.#live;
    const state = this.#history.at(step);
    if (state && (step < world.stepCount || state.step > world.stepCount)) world.restore(state.bytes);
    // Between two kept states the steps are made again, without what the mouse did then.
    while (world.stepCount < step && step <= this.#history.range[1]) world.step();
  }

  grab(what: {node: number; local: number[]; target: number[]} | null): void {
    this.#grabbed = what;
    if (what) this.#live.wake(what.node);
  }

  /** A spring through the picked point, damped critically for the mass of the body. */
  #pull(world: World): void {
    const grabbed = this.#grabbed;
    if (!grabbed) return;
    const {bodies} = world;
    for (let i = 0; i < bodies.count; ++i) {
      if (bodies.integers[2 * i] !== grabbed.node) continue;
      const b = bodies.numbers.subarray(16 * i, 16 * i + 16);
      const mass = this.#properties.numbers[11 * i]!;
      if (!Number.isFinite(mass)) return;
      const point = rotated(b, grabbed.local).map((value, k) => value + b[k]!);
      const arm = point.map((value, k) => value - b[7 + k]!);
      const [wx, wy, wz] = [b[13]!, b[14]!, b[15]!];
      const turning = [wy * arm[2]! - wz * arm[1]!, wz * arm[0]! - wx * arm[2]!, wx * arm[1]! - wy * arm[0]!];
      const rate = 12;
      const force = point.map((value, k) =>
        mass * (rate * rate * (grabbed.target[k]! - value) - 2 * rate * (b[10 + k]! + turning[k]!) - this.#gravity[k]!) * 0.5);
      world.applyForce(grabbed.node, force, point);
      return;
    }
  }

  /**
   * Adds a ball: another scene, whose world takes over the poses and velocities of the old one. `bytes` is the scene's document
   * where it is not the file's.
   */
  async throwBall(ball: Throw): Promise<Loaded & {bytes?: Uint8Array<ArrayBuffer>}> {
    const old = this.#live;
    const all = this.#memory.copy(old.bodies);
    old.free();
    this.#world = undefined;
    const node = this.#scene!.addBall({radius: ball.radius, mass: ball.mass, position: ball.position as [number, number, number]});
    await this.#writeBalls();
    this.#begin(this.#settings);
    this.#place(all);
    const velocity = ball.target.map((to, k) => (to - ball.position[k]!) / ball.time - 0.5 * this.#gravity[k]! * ball.time);
    this.#live.setLinearVelocity(node, velocity as [number, number, number]);
    this.#keepStart();
    const bytes = this.#withBalls.files?.bytes;
    return {...this.#loaded(0), ...(bytes ? {bytes} : {})};
  }

  /** Puts bodies where these are, as fast as these are. */
  #place({count, integers, numbers}: Numbers): void {
    const world = this.#live;
    for (let i = 0; i < count; ++i) {
      const b = numbers.subarray(16 * i, 16 * i + 16);
      const at = integers[2 * i]!;
      world.setTransform(at, [b[0]!, b[1]!, b[2]!], [b[3]!, b[4]!, b[5]!, b[6]!]);
      world.setLinearVelocity(at, [b[10]!, b[11]!, b[12]!]);
      world.setAngularVelocity(at, [b[13]!, b[14]!, b[15]!]);
    }
  }
  #keepStart(): void {
    const {count, integers, numbers} = this.#live.bodies;
    this.#start = {count, integers: integers.slice(), numbers: numbers.slice()};
    this.#history.add(0, this.#live.snapshot());
  }
  get start(): Numbers | null {
    return this.#start;
  }

  /** Where the file can have the new ball, the scene is from then on that of the file. */
  async #writeBalls(): Promise<void> {
    // A ball that is in no file stays in none.
    if (this.#withBalls.obstacle !== undefined) return;
    try {
      const {scene, files} = await writeWithBall(this.#scene!, this.#withBalls.files ?? this.#files!);
      this.#scene!.free();
      this.#scene = scene;
      this.#withBalls = {files};
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.#withBalls = {obstacle: error instanceof Error ? error.message : String(error)};
    }
  }

  drive(node: number, linear: number[], angular: number[]): void {
    this.#vehicles.set(node, [linear, angular]);
  }
  wheel(node: number, propulsion: number, steering: number): void {
    this.#live.setWheelTarget(node, propulsion, steering);
  }
  thruster(node: number, ratio: number, gimbal: [number, number]): void {
    this.#live.setThrusterTarget(node, ratio, gimbal);
  }

  set(pointer: string, value: number): boolean {
    return this.#live.set(pointer, value);
  }

  /** Sends an event to the behaviour graph, with its values as they are at first. */
  send(id: string): void {
    this.#live.send(id);
  }

  pick(origin: number[], direction: number[]): {node: number; collider: number; point: number[]} | null {
    const hit = this.#live.castRay(origin, direction, 1e4);
    return hit ? {node: hit.motion, collider: hit.collider, point: hit.point} : null;
  }

  /** `spare` is memory for its arrays. */
  frame(views: readonly Watched[], spare: readonly ArrayBuffer[]): Frame {
    const memory = this.#memory;
    memory.add(spare);
    const [events, log] = [this.#events, this.#log];
    if (events.length > 0) this.#events = [];
    if (log.length > 0) this.#log = [];
    if (this.#failure !== undefined && this.#facts) {
      return {
        ...this.#facts, playing: false, nodes: NOTHING(), scales: NOTHING(), views: {}, events, log, arraysMade: memory.made,
        failure: this.#failure,
      };
    }
    const world = this.#live;
    this.#facts = {
      step: world.stepCount, time: world.time, hash: world.hash, stepTime: this.#stepTime, meanStepTime: this.#meanStepTime, playing: this.#playing,
      recorded: this.#history.range, statistics: world.statistics, gravity: this.#gravity,
      ...mechanics(world.bodies, this.#properties, this.#gravity), variables: world.hasBehavior ? world.variables : [],
    };
    return {
      ...this.#facts, nodes: memory.copy(world.motionNodes), scales: memory.copy(world.scales), events, log,
      views: Object.fromEntries(views.map(name => [name, memory.copy(world[name])])), arraysMade: memory.made,
    };
  }

  /** As the file has the scene, without balls that were thrown. */
  async bake({files, settings, seconds}: Requests['bake']['ask']): Promise<Baked> {
    const written = (await bake(this.engine, files.bytes, {...loading(files), settings, seconds, trajectory: true})).files;
    return {glb: written.get('baked.glb')!, csv: written.get('baked.csv')!};
  }

  /** What was done since the start, for `carom replay`. */
  recording(): Saved {
    const {files, obstacle} = this.#withBalls;
    return {bytes: this.#live.recording, ...(files ? {scene: files} : {}), ...(obstacle !== undefined ? {obstacle} : {})};
  }
}

/** A vector of the node's space in global axes. */
function rotated(pose: Float64Array, v: readonly number[]): number[] {
  const [x, y, z, w] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  const [a, b, c] = v as [number, number, number];
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
