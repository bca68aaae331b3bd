// Energy and momentum of the bodies, from what the engine says of them.
import type {View} from 'carom-physics';

/** Kinetic and potential energy in uniform gravity, J, and the length of the momentum, N·s, of bodies of finite mass. */
export function mechanics(
  bodies: View, properties: {numbers: Float64Array}, gravity: readonly number[],
): {energy: number; momentum: number} {
  let energy = 0;
  const momentum = [0, 0, 0];
  for (let i = 0; i < bodies.count; ++i) {
    const b = bodies.numbers.subarray(16 * i, 16 * i + 16);
    const p = properties.numbers.subarray(11 * i, 11 * i + 11);
    const mass = p[0]!;
    if (!Number.isFinite(mass)) continue;
    const speed2 = b[10]! ** 2 + b[11]! ** 2 + b[12]! ** 2;
    energy += 0.5 * mass * speed2;
    for (let k = 0; k < 3; ++k) {
      energy -= mass * gravity[k]! * b[7 + k]!;
      momentum[k]! += mass * b[10 + k]!;
    }
    // The angular velocity about the principal axes: out of the node's rotation and that of its principal axes.
    const principal = unrotate(p.subarray(7, 11), unrotate(b.subarray(3, 7), [b[13]!, b[14]!, b[15]!]));
    for (let k = 0; k < 3; ++k) if (Number.isFinite(p[4 + k]!)) energy += 0.5 * p[4 + k]! * principal[k]! ** 2;
  }
  return {energy, momentum: Math.hypot(...momentum)};
}

/** A vector turned back by a quaternion. */
function unrotate(q: Float64Array, v: readonly number[]): [number, number, number] {
  const [x, y, z, w] = [-q[0]!, -q[1]!, -q[2]!, q[3]!];
  const [a, b, c] = v as [number, number, number];
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
