import {
  eventNumbers, numbersOf, readEvents, readValue, readValues, type CustomEvent, type GivenValue, type LogMessage, type NamedValue,
  type SentEvent, type TypedValue,
} from './behavior.js';
import {exactly, nodeIndex} from './arguments.js';
import {VIEWS, type ViewName} from './binding.js';
import {CaromError, type Diagnostic} from './diagnostics.js';
import type {Engine} from './engine.js';
import type {Scene} from './scene.js';
import {readTarget, velocitiesTo, withTargets, withoutTargets, type Target} from './kinematic.js';
import {readFilter, shapeNumbers, type AskedShape, type QueryFilter} from './queries.js';
import type {Triple, Quadruple} from './description.js';

/** As in the library; what is left out has the library's default. A RangeError for numbers beyond what is said here. */
export interface WorldSettings {
  /** s per step, 1e-5..1. Default 1/60. */
  timeStep?: number;
  /** 1..64. Default 4. */
  substeps?: number;
  /** 1: the calling thread alone; more: all of the engine's (`init`), which is the default. Does not change the result. */
  threads?: number;
  /** Contacts solved at once: this build has 4, whatever is asked. Does not change the result. */
  lanes?: number;
  /** m/s². Default: the scene's. */
  gravity?: readonly [number, number, number];
  sleeping?: boolean;
  continuous?: boolean;
  filterRule?: 'shared' | 'literal';
  /** kg/m³, for bodies whose file gives no mass. Default 1000. */
  density?: number;
  /** m/s. Default 0.01. */
  staticSlipSpeed?: number;
  /** m/s. Default 0.1. */
  restitutionThreshold?: number;
  /** Run the file's behaviour graph (KHR_interactivity). Default true. Without it, all animations of the file play. */
  behavior?: boolean;
}

/**
 * Things of a world as arrays on the engine's memory: `integers` and `numbers` of the first thing, then of the second, and
 * so on, `count` of them; the arrays may be longer. What they mean: `VIEW_FIELDS`. They are valid until the world is stepped, restored, or asked for the same view
 * again, and until anything is loaded or made, because that may move the engine's memory; copy what must live longer.
 */
export interface View {
  readonly count: number;
  readonly integers: Int32Array;
  readonly numbers: Float64Array;
  readonly integerStride: number;
  readonly numberStride: number;
}

/** What the integers and numbers of each view are, in order. Nodes are indices of the file's nodes, -1: none. */
export const VIEW_FIELDS = {
  bodies: ['node', 'awake', '|', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'center x', 'center y', 'center z',
    'velocity x', 'velocity y', 'velocity z', 'angular velocity x', 'angular velocity y', 'angular velocity z'],
  moved: ['node', '|', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'local x', 'local y', 'local z', 'local qx', 'local qy',
    'local qz', 'local qw'],
  motionNodes: ['node', '|', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'local x', 'local y', 'local z', 'local qx', 'local qy',
    'local qz', 'local qw'],
  events: ['type', 'trigger', 'collider', 'motion', 'other', 'other motion', 'joint', 'limit', '|', 'step', 'time'],
  contacts: ['collider', 'motion', 'other', 'other motion', '|', 'x', 'y', 'z', 'normal x', 'normal y', 'normal z',
    'penetration', 'force x', 'force y', 'force z'],
  colliders: ['node', 'motion', 'trigger', '|', 'lower x', 'lower y', 'lower z', 'upper x', 'upper y', 'upper z'],
  joints: ['joint', 'node', 'connected node', '|', 'force x', 'force y', 'force z', 'torque x', 'torque y', 'torque z'],
  wheels: ['node', 'motion', 'vehicle', 'ground', '|', 'load', 'compression', 'steering', 'spin', 'propulsion', 'braking',
    'forward force', 'lateral force', 'forward slip', 'lateral slip', 'x', 'y', 'z', 'normal x', 'normal y', 'normal z',
    'force x', 'force y', 'force z'],
  thrusters: ['node', 'motion', 'hover', '|', 'force x', 'force y', 'force z', 'amount', 'gimbal x', 'gimbal y', 'distance'],
  vehicles: ['node', '|', 'linear x', 'linear y', 'linear z', 'angular x', 'angular y', 'angular z', 'velocity x',
    'velocity y', 'velocity z', 'angular velocity x', 'angular velocity y', 'angular velocity z'],
  islands: ['node', 'island', '|'],
  properties: ['node', 'kinematic', 'animated', 'mass computed', 'inertia computed', 'defaults used', '|', 'mass',
    'center x', 'center y', 'center z', 'inertia x', 'inertia y', 'inertia z', 'qx', 'qy', 'qz', 'qw'],
  scales: ['node', '|', 'x', 'y', 'z'],
} as const satisfies Record<ViewName, readonly string[]>;

export const EVENT_TYPES = ['trigger_enter', 'trigger_exit', 'contact_begin', 'contact_end', 'joint_limit_reached',
  'joint_limit_left'] as const;

/** Something that began or ended. Nodes, -1: none. */
export interface PhysicsEvent {
  type: (typeof EVENT_TYPES)[number];
  step: number;
  time: number;
  trigger: number;
  collider: number;
  motion: number;
  other: number;
  otherMotion: number;
  joint: number;
  limit: number;
}

export interface RayHit {
  collider: number;
  motion: number;
  distance: number;
  point: Triple;
  normal: Triple;
}
export interface ShapeHit {
  collider: number;
  motion: number;
  fraction: number;
  initiallyOverlapping: boolean;
  point: Triple;
  normal: Triple;
}
export interface Statistics {
  awakeBodies: number;
  sleepingBodies: number;
  contactPairs: number;
  touchingPairs: number;
  contactPoints: number;
  islands: number;
  maxPenetration: number;
  meanPenetration: number;
}

function checkSettings(settings: WorldSettings): void {
  const within = (name: 'timeStep' | 'substeps' | 'threads', least: number, most: number, whole: boolean): void => {
    const value = settings[name];
    if (value === undefined || (value >= least && value <= most && (!whole || Number.isInteger(value)))) return;
    throw new RangeError(`${name} is ${value}, not ${whole ? 'a whole number ' : ''}from ${least} to ${most}`);
  };
  within('timeStep', 1e-5, 1, false);
  within('substeps', 1, 64, true);
  within('threads', 1, 64, true);
  if (settings.density !== undefined && !(settings.density > 0 && settings.density < Infinity))
    throw new RangeError(`density is ${settings.density}, not a positive number`);
  for (const name of ['staticSlipSpeed', 'restitutionThreshold'] as const) {
    const value = settings[name];
    if (value !== undefined && !(value >= 0 && value < Infinity)) throw new RangeError(`${name} is ${value}, not a speed`);
  }
  if (settings.gravity && !exactly(3, settings.gravity, 'gravity').every(Number.isFinite))
    throw new RangeError(`gravity is [${settings.gravity.join(', ')}]`);
  if (!['shared', 'literal', undefined].includes(settings.filterRule))
    throw new RangeError(`filterRule is '${settings.filterRule}', not 'shared' or 'literal'`);
}

class ArrayView implements View {
  count = 0;
  integers = new Int32Array();
  numbers = new Float64Array();
  readonly integerStride: number;
  readonly numberStride: number;
  readonly #kind: number;

  constructor(name: ViewName) {
    [this.#kind, this.integerStride, this.numberStride] = VIEWS[name];
  }

  /** Makes arrays only where the engine's have moved or grown. */
  refresh(engine: Engine, world: number): this {
    const b = engine.binding;
    this.count = b._carom_world_view(world, this.#kind);
    const integers = b._carom_view_integers(world, this.#kind) >>> 0;
    const numbers = b._carom_view_numbers(world, this.#kind) >>> 0;
    const [integerCount, numberCount] = [this.count * this.integerStride, this.count * this.numberStride];
    const {HEAP32, HEAPF64} = engine.heap;
    if (this.integers.buffer !== HEAP32.buffer || this.integers.byteOffset !== integers || this.integers.length < integerCount)
      this.integers = HEAP32.subarray(integers / 4, integers / 4 + integerCount) as Int32Array<ArrayBuffer>;
    if (this.numbers.buffer !== HEAPF64.buffer || this.numbers.byteOffset !== numbers || this.numbers.length < numberCount)
      this.numbers = HEAPF64.subarray(numbers / 8, numbers / 8 + numberCount) as Float64Array<ArrayBuffer>;
    return this;
  }
}

/** A scene being simulated. Call `free` at the end. */
export class World {
  readonly engine: Engine;
  #address: number;
  #views = new Map<ViewName, ArrayView>();
  /** s per step. */
  readonly timeStep: number;
  /** By node. */
  readonly #targets = new Map<number, Target>();

  constructor(scene: Scene, settings: WorldSettings = {}) {
    checkSettings(settings);
    const {engine} = scene;
    this.engine = engine;
    engine.binding._carom_default_settings();
    const usual = engine.numbers();
    const g = settings.gravity;
    const flag = (value: boolean | undefined, otherwise: number): number => (value === undefined ? otherwise : Number(value));
    const numbers = [
      settings.timeStep ?? usual[0]!, settings.substeps ?? usual[1]!, settings.threads ?? engine.threads, settings.lanes ?? usual[3]!,
      g ? 1 : 0, g?.[0] ?? 0, g?.[1] ?? 0, g?.[2] ?? 0,
      flag(settings.sleeping, usual[8]!), flag(settings.continuous, usual[9]!), settings.filterRule === 'literal' ? 1 : 0,
      settings.density ?? usual[11]!, settings.staticSlipSpeed ?? usual[12]!, settings.restitutionThreshold ?? usual[13]!,
      flag(settings.behavior, usual[14]!),
    ];
    this.#address = engine.withNumbers(numbers, at => engine.binding._carom_world_create(scene.address, at)) >>> 0;
    this.timeStep = engine.binding._carom_world_time_step(this.#address);
  }

  /** @internal */
  get address(): number {
    if (this.#address === 0) throw new CaromError('the world has been freed');
    return this.#address;
  }

  /** Makes so many steps. */
  step(count = 1): void {
    if (!Number.isInteger(count) || count < 0 || count >= 2 ** 32) throw new RangeError(`${count} is no number of steps`);
    if (this.#targets.size === 0 || count === 0) {
      this.engine.binding._carom_world_step(this.address, count);
      return;
    }
    const {bodies} = this;
    const moved: number[] = [];
    for (let i = 0; i < bodies.count; ++i) {
      const node = bodies.integers[2 * i]!;
      const target = this.#targets.get(node);
      if (!target) continue;
      const {linear, angular} = velocitiesTo(target, bodies.numbers.subarray(16 * i, 16 * i + 16), count * this.timeStep);
      this.setLinearVelocity(node, linear);
      this.setAngularVelocity(node, angular);
      moved.push(node);
    }
    this.#targets.clear();
    this.engine.binding._carom_world_step(this.address, count);
    for (const node of moved) {
      this.setLinearVelocity(node, [0, 0, 0]);
      this.setAngularVelocity(node, [0, 0, 0]);
    }
  }

  /** s */
  get time(): number {
    return this.engine.binding._carom_world_time(this.address);
  }
  get stepCount(): number {
    return this.engine.binding._carom_world_step_count(this.address);
  }
  /** m/s², the uniform one. */
  get gravity(): Triple {
    this.engine.binding._carom_world_gravity(this.address);
    return [...this.engine.numbers()] as Triple;
  }
  /** 16 hexadecimal digits, the same as the program's for the same state. */
  get hash(): string {
    this.engine.binding._carom_world_hash(this.address);
    const [high, low] = this.engine.numbers();
    return high!.toString(16).padStart(8, '0') + low!.toString(16).padStart(8, '0');
  }
  /** What was done instead where the scene could not be honoured to the letter. */
  get diagnostics(): Diagnostic[] {
    this.engine.binding._carom_world_diagnostics(this.address);
    return this.engine.diagnostics();
  }
  get statistics(): Statistics {
    this.engine.binding._carom_world_statistics(this.address);
    const n = this.engine.numbers();
    return {
      awakeBodies: n[0]!, sleepingBodies: n[1]!, contactPairs: n[2]!, touchingPairs: n[3]!, contactPoints: n[4]!, islands: n[5]!,
      maxPenetration: n[6]!, meanPenetration: n[7]!,
    };
  }

  #view(name: ViewName): View {
    let view = this.#views.get(name);
    if (!view) this.#views.set(name, (view = new ArrayView(name)));
    return view.refresh(this.engine, this.address);
  }
  /** Poses, centres of mass and velocities of all bodies, ascending node. */
  get bodies(): View {
    return this.#view('bodies');
  }
  /** Nodes that moved in the last call of `step`; after several steps all motion nodes. */
  get moved(): View {
    return this.#view('moved');
  }
  /** All motion nodes and wheels, and the nodes that the behaviour graph may move. */
  get motionNodes(): View {
    return this.#view('motionNodes');
  }
  get contacts(): View {
    return this.#view('contacts');
  }
  get colliders(): View {
    return this.#view('colliders');
  }
  get joints(): View {
    return this.#view('joints');
  }
  get wheels(): View {
    return this.#view('wheels');
  }
  get thrusters(): View {
    return this.#view('thrusters');
  }
  get vehicles(): View {
    return this.#view('vehicles');
  }
  get islands(): View {
    return this.#view('islands');
  }
  /** Mass properties in use. */
  get properties(): View {
    return this.#view('properties');
  }
  /** Scales of the nodes whose scale an animation or the behaviour graph may change. */
  get scales(): View {
    return this.#view('scales');
  }
  /** Of all steps of the last call of `step`. */
  get events(): PhysicsEvent[] {
    const {count, integers: i, numbers: n} = this.#view('events');
    return Array.from({length: count}, (_, k) => ({
      type: EVENT_TYPES[i[8 * k]!]!, step: n[2 * k]!, time: n[2 * k + 1]!, trigger: i[8 * k + 1]!, collider: i[8 * k + 2]!,
      motion: i[8 * k + 3]!, other: i[8 * k + 4]!, otherMotion: i[8 * k + 5]!, joint: i[8 * k + 6]!, limit: i[8 * k + 7]!,
    }));
  }

  // What follows changes the body of a motion node and wakes it. False: the node has no body, or the numbers are not
  // finite or beyond what can be simulated; then nothing changes.

  /** m/s, global. */
  setLinearVelocity(node: number, velocity: readonly [number, number, number]): boolean {
    return this.engine.binding._carom_set_linear_velocity(this.address, nodeIndex(node), ...triple(velocity, 'velocity')) !== 0;
  }
  /** rad/s, global. */
  setAngularVelocity(node: number, velocity: readonly [number, number, number]): boolean {
    return this.engine.binding._carom_set_angular_velocity(this.address, nodeIndex(node), ...triple(velocity, 'velocity')) !== 0;
  }
  /** Global. */
  setTransform(node: number, translation: readonly number[], rotation: readonly number[] = [0, 0, 0, 1]): boolean {
    const pose = [...triple(translation, 'translation'), ...exactly(4, rotation, 'rotation')];
    return this.#give(pose, at => this.engine.binding._carom_set_transform(this.address, nodeIndex(node), at));
  }
  /**
   * A kinematic body moves there, global, at constant velocities in the next call of `step`, and then stands; it pushes and carries
   * what it meets. False for other bodies and for those that an animation moves.
   */
  setKinematicTarget(node: number, translation: readonly number[], rotation: readonly number[] = [0, 0, 0, 1]): boolean {
    const target = readTarget(triple(translation, 'translation'), exactly(4, rotation, 'rotation'));
    const {count, integers} = this.properties;
    for (let i = 0; target && i < count; ++i) {
      if (integers[6 * i] !== node || !integers[6 * i + 1] || integers[6 * i + 2]) continue;
      this.#targets.set(node, target);
      return true;
    }
    return false;
  }
  /** N·s at a global point. */
  applyImpulse(node: number, impulse: readonly number[], point: readonly number[]): boolean {
    const numbers = [...triple(impulse, 'impulse'), ...triple(point, 'point')];
    return this.#give(numbers, at => this.engine.binding._carom_apply_impulse(this.address, nodeIndex(node), at));
  }
  /** N at a global point, during the next step. */
  applyForce(node: number, force: readonly number[], point: readonly number[]): boolean {
    const numbers = [...triple(force, 'force'), ...triple(point, 'point')];
    return this.#give(numbers, at => this.engine.binding._carom_apply_force(this.address, nodeIndex(node), at));
  }
  /** N·m, during the next step. */
  applyTorque(node: number, torque: readonly [number, number, number]): boolean {
    return this.engine.binding._carom_apply_torque(this.address, nodeIndex(node), ...triple(torque, 'torque')) !== 0;
  }
  wake(node: number): boolean {
    return this.engine.binding._carom_wake(this.address, nodeIndex(node)) !== 0;
  }
  /** Ratios of -1..1 along and about the axes of the vehicle's node. */
  setVehicleActivation(node: number, linear: readonly number[], angular: readonly number[]): boolean {
    const numbers = [...triple(linear, 'linear'), ...triple(angular, 'angular')];
    return this.#give(numbers, at => this.engine.binding._carom_set_vehicle(this.address, nodeIndex(node), at));
  }
  /** Ratios of -1..1 of a wheel that no vehicle commands. */
  setWheelTarget(node: number, propulsion: number, steering: number): boolean {
    return this.engine.binding._carom_set_wheel(this.address, nodeIndex(node), propulsion, steering) !== 0;
  }
  /** Ratio of 0..1 and gimbal of thrusters that no vehicle commands. */
  setThrusterTarget(
    node: number, ratio: number, gimbal: readonly [number, number] = [0, 0], kind: 'any' | 'thruster' | 'hover' = 'any',
  ): boolean {
    const number = ['any', 'thruster', 'hover'].indexOf(kind);
    const [x, y] = exactly(2, gimbal, 'gimbal') as [number, number];
    return this.engine.binding._carom_set_thruster(this.address, nodeIndex(node), ratio, x, y, number) !== 0;
  }

  /** The value that a pointer into the file names (docs/pointers.md of Carom lists them); undefined: none. */
  get(pointer: string): TypedValue | undefined {
    const found = this.engine.withText(pointer, at => this.engine.binding._carom_world_get(this.address, at));
    return found ? readValue(this.engine.text()) : undefined;
  }
  /** Changes it from the next step on. False, with nothing changed, where it cannot be written or the value does not fit. */
  set(pointer: string, value: GivenValue): boolean {
    const numbers = numbersOf(value);
    return this.engine.withText(pointer, text => this.#give(numbers, at =>
      this.engine.binding._carom_world_set(this.address, text, at, numbers.length)));
  }

  /** Whether a behaviour graph of the file runs. */
  get hasBehavior(): boolean {
    return this.engine.binding._carom_behavior_running(this.address) !== 0;
  }
  /** The events that can be sent to the graph. */
  get customEvents(): CustomEvent[] {
    this.engine.binding._carom_behavior_events(this.address);
    return readEvents(JSON.parse(this.engine.text()) as CustomEvent[]);
  }
  /** Sends one at the first step at or after a time, s. False: no such event or value, or a value of another type. */
  send(id: string, values: Readonly<Record<string, GivenValue>> = {}, time = 0): boolean {
    const event = this.customEvents.find(one => one.id === id);
    const numbers = event && eventNumbers(event, values);
    if (!numbers) return false;
    return this.engine.withText(id, text => this.#give(numbers, at =>
      this.engine.binding._carom_behavior_send(this.address, text, at, numbers.length, time)));
  }
  /** The graph's variables as they are now. */
  get variables(): NamedValue[] {
    this.engine.binding._carom_behavior_variables(this.address);
    return readValues(this.engine.text());
  }
  /** What the graph has logged and sent in the steps of the last call of `step`; the first 1,000 of each. */
  get messages(): {log: LogMessage[]; sent: SentEvent[]} {
    this.engine.binding._carom_behavior_messages(this.address);
    const {log, sent} = JSON.parse(this.engine.text()) as {log: LogMessage[]; sent: SentEvent[]};
    return {log, sent: readEvents(sent)};
  }

  /**
   * All that decides what happens from here on, in the memory given if it fits. The program and the library read it too, except
   * while targets of kinematic bodies are pending.
   */
  snapshot(memory?: ArrayBuffer): Uint8Array<ArrayBuffer> {
    this.engine.binding._carom_world_save(this.address);
    return this.#targets.size === 0 ? this.engine.bytes(memory) : withTargets(this.engine.bytes(), this.#targets);
  }
  /** Goes to what a world of the same scene and settings gave. Throws, having changed nothing, for other bytes. */
  restore(snapshot: Uint8Array): void {
    const {state, targets} = withoutTargets(snapshot);
    const done = this.engine.withBytes(state, at =>
      this.engine.binding._carom_world_restore(this.address, at, state.byteLength));
    if (!done) throw new CaromError('the state cannot be restored', this.engine.diagnostics());
    this.#targets.clear();
    for (const [node, target] of targets) this.#targets.set(node, target);
  }
  /** From here on everything is written down, for `carom replay`. */
  startRecording(scene = ''): void {
    this.engine.withText(scene, at => this.engine.binding._carom_recording_start(this.address, at));
  }
  /** The bytes of a .caromrec of what was done so far; the recording goes on. */
  get recording(): Uint8Array<ArrayBuffer> {
    this.engine.binding._carom_recording_so_far(this.address);
    return this.engine.bytes();
  }
  /** The bytes of a .caromrec. */
  stopRecording(): Uint8Array<ArrayBuffer> {
    this.engine.binding._carom_recording_stop(this.address);
    return this.engine.bytes();
  }

  // Queries with numbers that are not finite find nothing; a largest distance may be Infinity.

  /** First collider on the ray. */
  castRay(origin: readonly number[], direction: readonly number[], maxDistance: number, filter?: QueryFilter): RayHit | undefined {
    return this.#rays(origin, direction, maxDistance, false, filter)[0];
  }
  /** Every collider on the ray, nearest first. */
  castRayAll(origin: readonly number[], direction: readonly number[], maxDistance: number, filter?: QueryFilter): RayHit[] {
    return this.#rays(origin, direction, maxDistance, true, filter);
  }
  #rays(origin: readonly number[], direction: readonly number[], distance: number, all: boolean, filter?: QueryFilter): RayHit[] {
    const b = this.engine.binding;
    const numbers = [...triple(origin, 'origin'), ...triple(direction, 'direction'), distance];
    const count = this.#ask(numbers, filter, (at, systems, ignored, flags) =>
      b._carom_cast_ray(this.address, at, all ? 1 : 0, systems, ignored, flags));
    const n = this.engine.numbers();
    return Array.from({length: count}, (_, k) => {
      const hit = n.subarray(9 * k, 9 * k + 9);
      return {collider: hit[0]!, motion: hit[1]!, distance: hit[2]!, point: tripleAt(hit, 3), normal: tripleAt(hit, 6)};
    });
  }
  /** First collider that a shape moved along a translation meets. */
  castShape(
    shape: AskedShape, position: readonly number[], rotation: Quadruple, translation: readonly number[], filter?: QueryFilter,
  ): ShapeHit | undefined {
    const numbers = [
      ...shapeNumbers(shape), ...triple(position, 'position'), ...exactly(4, rotation, 'rotation'),
      ...triple(translation, 'translation'),
    ];
    const hit = this.#ask(numbers, filter, (at, systems, ignored, flags) =>
      this.engine.binding._carom_cast_shape(this.address, at, systems, ignored, flags));
    if (!hit) return undefined;
    const n = this.engine.numbers();
    return {
      collider: n[0]!, motion: n[1]!, fraction: n[2]!, initiallyOverlapping: n[3] !== 0, point: tripleAt(n, 4), normal: tripleAt(n, 7),
    };
  }
  /** Colliders that overlap a shape. */
  overlap(
    shape: AskedShape, position: readonly number[], rotation: Quadruple = [0, 0, 0, 1], filter?: QueryFilter,
  ): {collider: number; motion: number}[] {
    const numbers = [...shapeNumbers(shape), ...triple(position, 'position'), ...exactly(4, rotation, 'rotation')];
    const count = this.#ask(numbers, filter, (at, systems, ignored, flags) =>
      this.engine.binding._carom_overlap(this.address, at, systems, ignored, flags));
    const n = this.engine.numbers();
    return Array.from({length: count}, (_, k) => ({collider: n[2 * k]!, motion: n[2 * k + 1]!}));
  }
  /** Nearest collider to a point. */
  closestPoint(point: readonly number[], maxDistance: number, filter?: QueryFilter): RayHit | undefined {
    const hit = this.#ask([...triple(point, 'point'), maxDistance], filter, (at, systems, ignored, flags) =>
      this.engine.binding._carom_closest_point(this.address, at, systems, ignored, flags));
    if (!hit) return undefined;
    const n = this.engine.numbers();
    return {collider: n[0]!, motion: n[1]!, distance: n[2]!, point: tripleAt(n, 3), normal: tripleAt(n, 6)};
  }

  free(): void {
    if (this.#address === 0) return;
    this.engine.binding._carom_world_free(this.#address);
    this.#address = 0;
    this.#views.clear();
  }

  #give(numbers: number[], call: (at: number) => number): boolean {
    return this.engine.withNumbers(numbers, call) !== 0;
  }
  #ask(
    numbers: number[], filter: QueryFilter | undefined, call: (at: number, systems: number, ignored: number, flags: number) => number,
  ): number {
    const asked = readFilter(filter);
    return this.engine.withNumbers(numbers, at =>
      asked.systems === undefined
        ? call(at, 0, asked.ignoredNode, asked.flags)
        : this.engine.withText(asked.systems, text => call(at, text, asked.ignoredNode, asked.flags)));
  }
}

function triple(values: ArrayLike<number>, what: string): Triple {
  return exactly(3, values, what) as Triple;
}
function tripleAt(numbers: Float64Array, at: number): Triple {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
}
