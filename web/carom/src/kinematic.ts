// Where a kinematic body is to go, as velocities that bring it there.
import type {Quadruple, Triple} from './description.js';

export interface Target {
  translation: Triple;
  rotation: Quadruple;
}

type Numbers = ArrayLike<number>;

function rotate([x, y, z, w]: Quadruple, [a, b, c]: Triple): Triple {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** q · p⁻¹, of unit length. */
function between([px, py, pz, pw]: Quadruple, [x, y, z, w]: Quadruple): Quadruple {
  return [
    x * pw - w * px - y * pz + z * py, y * pw - w * py - z * px + x * pz, z * pw - w * pz - x * py + y * px,
    w * pw + x * px + y * py + z * pz,
  ];
}

/** Undefined for numbers that are no pose. */
export function readTarget(translation: Numbers, rotation: Numbers): Target | undefined {
  const length = Math.hypot(rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!);
  const numbers = [...Array.from(translation), length];
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || length === 0) return undefined;
  return {
    translation: Array.from(translation) as Triple,
    rotation: Array.from(rotation, value => value / length) as Quadruple,
  };
}

const ENDING = new TextEncoder().encode('carom targets 01');
const NUMBERS = 8;

/** A state with targets behind it: node, place and rotation of each, how many, and what says that they are there. */
export function withTargets(state: Uint8Array, targets: ReadonlyMap<number, Target>): Uint8Array<ArrayBuffer> {
  const numbers = Float64Array.from([...targets].flatMap(([node, to]) => [node, ...to.translation, ...to.rotation]));
  const out = new Uint8Array(state.byteLength + numbers.byteLength + 8 + ENDING.length);
  out.set(state);
  out.set(new Uint8Array(numbers.buffer), state.byteLength);
  new DataView(out.buffer).setFloat64(state.byteLength + numbers.byteLength, targets.size, true);
  out.set(ENDING, out.length - ENDING.length);
  return out;
}

/** Both apart again. What is no such state is given back as it is: the engine says what is wrong with it. */
export function withoutTargets(bytes: Uint8Array): {state: Uint8Array; targets: Map<number, Target>} {
  const targets = new Map<number, Target>();
  const end = bytes.byteLength - ENDING.length - 8;
  if (end < 0 || ENDING.some((value, i) => bytes[end + 8 + i] !== value)) return {state: bytes, targets};
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = end - 8 * NUMBERS * view.getFloat64(end, true);
  if (!Number.isInteger(begin) || begin < 0) return {state: bytes, targets};
  for (let at = begin; at < end; at += 8 * NUMBERS) {
    const [node, x, y, z, ...rotation] = Array.from({length: NUMBERS}, (_, k) => view.getFloat64(at + 8 * k, true));
    const target = readTarget([x!, y!, z!], rotation);
    if (target) targets.set(node!, target);
  }
  return {state: bytes.subarray(0, begin), targets};
}

/** Of a body as the view `bodies` has it, 16 numbers: m/s of its centre of mass and rad/s, the shorter way round. */
export function velocitiesTo({translation, rotation}: Target, body: Numbers, seconds: number): {linear: Triple; angular: Triple} {
  const own = [body[3]!, body[4]!, body[5]!, body[6]!] as Quadruple;
  const arm = [body[7]! - body[0]!, body[8]! - body[1]!, body[9]! - body[2]!] as Triple;
  let turn = between(own, rotation);
  if (turn[3] < 0) turn = turn.map(value => -value) as Quadruple;
  const turned = rotate(turn, arm);
  const sine = Math.hypot(turn[0], turn[1], turn[2]);
  const rate = sine > 0 ? (2 * Math.atan2(sine, turn[3])) / sine / seconds : 0;
  return {
    linear: [0, 1, 2].map(k => (translation[k]! + turned[k]! - body[7 + k]!) / seconds) as Triple,
    angular: [turn[0] * rate, turn[1] * rate, turn[2] * rate],
  };
}
