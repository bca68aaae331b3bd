// Many lines, arrows and points as one object each. Their arrays grow when they must and are used again.
import * as THREE from 'three';

/** Line segments that are written anew for each frame. */
export class Segments {
  readonly object: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  #array = new Float32Array(6 * 64);
  #used = 0;

  constructor(color: THREE.ColorRepresentation) {
    const material = new THREE.LineBasicMaterial({color, depthTest: false, transparent: true});
    this.object = new THREE.LineSegments(new THREE.BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 10;
    this.#attach();
  }

  #attach(): void {
    // A longer array needs another geometry: the old one's place on the GPU has a fixed length.
    this.object.geometry.dispose();
    this.object.geometry = new THREE.BufferGeometry();
    const attribute = new THREE.BufferAttribute(this.#array, 3);
    attribute.setUsage(THREE.DynamicDrawUsage);
    this.object.geometry.setAttribute('position', attribute);
  }

  begin(): void {
    this.#used = 0;
  }

  add(ax: number, ay: number, az: number, bx: number, by: number, bz: number): void {
    if (this.#used + 6 > this.#array.length) {
      const longer = new Float32Array(2 * this.#array.length);
      longer.set(this.#array);
      this.#array = longer;
      this.#attach();
    }
    const a = this.#array;
    let i = this.#used;
    a[i++] = ax;
    a[i++] = ay;
    a[i++] = az;
    a[i++] = bx;
    a[i++] = by;
    a[i++] = bz;
    this.#used = i;
  }

  between(a: THREE.Vector3, b: THREE.Vector3): void {
    this.add(a.x, a.y, a.z, b.x, b.y, b.z);
  }

  end(): void {
    this.object.geometry.setDrawRange(0, this.#used / 3);
    this.object.geometry.getAttribute('position').needsUpdate = true;
  }
}

const tip = new THREE.Vector3();
const side = new THREE.Vector3();

/** Arrows: a line with two strokes at its end. */
export class Arrows {
  readonly #lines: Segments;

  constructor(color: THREE.ColorRepresentation) {
    this.#lines = new Segments(color);
  }
  get object(): THREE.Object3D {
    return this.#lines.object;
  }
  begin(): void {
    this.#lines.begin();
  }
  add(from: THREE.Vector3, along: THREE.Vector3): void {
    const length = along.length();
    if (!(length > 1e-4)) return;
    tip.addVectors(from, along);
    this.#lines.between(from, tip);
    side.set(along.y, along.z, along.x).cross(along).normalize().multiplyScalar(0.12 * length);
    for (const sign of [1, -1]) {
      this.#lines.add(
        tip.x, tip.y, tip.z, tip.x - 0.25 * along.x + sign * side.x, tip.y - 0.25 * along.y + sign * side.y,
        tip.z - 0.25 * along.z + sign * side.z,
      );
    }
  }
  end(): void {
    this.#lines.end();
  }
}

const corner = [new THREE.Vector3(), new THREE.Vector3()] as const;
const EDGES = [0, 1, 2].flatMap(axis => [0, 1, 2, 3].map(rest => ({axis, rest})));

/** Boxes by their edges. */
export class BoxLines {
  readonly #lines: Segments;

  constructor(color: THREE.ColorRepresentation) {
    this.#lines = new Segments(color);
  }
  get object(): THREE.Object3D {
    return this.#lines.object;
  }
  begin(): void {
    this.#lines.begin();
  }
  add(center: THREE.Vector3, rotation: THREE.Quaternion, half: THREE.Vector3): void {
    for (const {axis, rest} of EDGES) {
      for (const end of [0, 1] as const) {
        const point = corner[end].copy(half);
        point.setComponent(axis, (end ? 1 : -1) * half.getComponent(axis));
        const [second, third] = [(axis + 1) % 3, (axis + 2) % 3];
        if (rest & 1) point.setComponent(second, -half.getComponent(second));
        if (rest & 2) point.setComponent(third, -half.getComponent(third));
        point.applyQuaternion(rotation).add(center);
      }
      this.#lines.between(...corner);
    }
  }
  end(): void {
    this.#lines.end();
  }
}

/** Points of a size on the screen. */
export class Points {
  readonly object: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>;
  #array = new Float32Array(3 * 64);
  #used = 0;

  constructor(color: THREE.ColorRepresentation, size: number) {
    const material = new THREE.PointsMaterial({color, size, sizeAttenuation: false, depthTest: false, transparent: true});
    this.object = new THREE.Points(new THREE.BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 11;
    this.#attach();
  }
  #attach(): void {
    this.object.geometry.dispose();
    this.object.geometry = new THREE.BufferGeometry();
    const attribute = new THREE.BufferAttribute(this.#array, 3);
    attribute.setUsage(THREE.DynamicDrawUsage);
    this.object.geometry.setAttribute('position', attribute);
  }
  begin(): void {
    this.#used = 0;
  }
  add(at: THREE.Vector3): void {
    if (this.#used + 3 > this.#array.length) {
      const longer = new Float32Array(2 * this.#array.length);
      longer.set(this.#array);
      this.#array = longer;
      this.#attach();
    }
    at.toArray(this.#array, this.#used);
    this.#used += 3;
  }
  end(): void {
    this.object.geometry.setDrawRange(0, this.#used / 3);
    this.object.geometry.getAttribute('position').needsUpdate = true;
  }
}
