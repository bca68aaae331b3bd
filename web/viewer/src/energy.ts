// Energy and momentum of the bodies, from what the engine says of them. Nothing is allocated for each body.
import type {View} from 'carom-physics';

/** Kinetic and potential energy in uniform gravity, J, and the length of the momentum, N·s, of bodies of finite mass. */
export function mechanics(
  bodies: View, properties: {numbers: Float64Array}, gravity: readonly number[],
): {energy: number; momentum: number} {
  let energy = 0, px = 0, py = 0, pz = 0;
  const [b, p] = [bodies.numbers, properties.numbers];
  const [gx, gy, gz] = gravity as [number, number, number];
  for (let i = 0; i < bodies.count; ++i) {
    const [at, own] = [16 * i, 11 * i];
    const mass = p[own]!;
    if (!Number.isFinite(mass)) continue;
    const vx = b[at + 10]!, vy = b[at + 11]!, vz = b[at + 12]!;
    energy += mass * (0.5 * (vx * vx + vy * vy + vz * vz) - gx * b[at + 7]! - gy * b[at + 8]! - gz * b[at + 9]!);
    px += mass * vx;
    py += mass * vy;
    pz += mass * vz;
    // The angular velocity about the principal axes: out of the node's rotation and that of its principal axes.
    turned[0] = b[at + 13]!;
    turned[1] = b[at + 14]!;
    turned[2] = b[at + 15]!;
    unrotate(b, at + 3);
    unrotate(p, own + 7);
    for (let k = 0; k < 3; ++k) if (Number.isFinite(p[own + 4 + k]!)) energy += 0.5 * p[own + 4 + k]! * turned[k]! ** 2;
  }
  return {energy, momentum: Math.sqrt(px * px + py * py + pz * pz)};
}

const turned = new Float64Array(3);

/** Turns `turned` back by the quaternion that stands at a place of an array. */
function unrotate(q: Float64Array, at: number): void {
  const x = -q[at]!, y = -q[at + 1]!, z = -q[at + 2]!, w = q[at + 3]!;
  const a = turned[0]!, b = turned[1]!, c = turned[2]!;
  const tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
  turned[0] = a + w * tx + y * tz - z * ty;
  turned[1] = b + w * ty + z * tx - x * tz;
  turned[2] = c + w * tz + x * ty - y * tx;
}
