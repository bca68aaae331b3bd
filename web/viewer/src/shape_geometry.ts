// The shapes of colliders as three.js has them, in the collider node's space.
import * as THREE from 'three';
import {ConvexGeometry} from 'three/addons/geometries/ConvexGeometry.js';
import type {ShapeDescription} from 'carom-physics';
import type {Loaded} from './protocol.js';

const ENDLESS = 60;
const size = (value: number | string): number => (typeof value === 'number' && Number.isFinite(value) ? value : ENDLESS);

/** Capsule of two radii: the half circles and the line that touches both, turned about Y. */
function capsule(shape: ShapeDescription): THREE.BufferGeometry {
  const {height, radiusTop: top, radiusBottom: bottom} = shape;
  const lean = Math.asin(Math.min(1, Math.max(-1, (bottom - top) / height)));
  const points: THREE.Vector2[] = [];
  const arc = (radius: number, y: number, from: number, to: number): void => {
    for (let i = 0; i <= 10; ++i) {
      const angle = from + ((to - from) * i) / 10;
      points.push(new THREE.Vector2(Math.max(0, radius * Math.cos(angle)), y + radius * Math.sin(angle)));
    }
  };
  arc(bottom, -height / 2, -Math.PI / 2, lean);
  arc(top, height / 2, lean, Math.PI / 2);
  return new THREE.LatheGeometry(points, 24);
}

/** A key that shapes of the same form share. */
export function shapeKey(shape: ShapeDescription): string {
  const {pointer: _, ...rest} = shape;
  return JSON.stringify(rest);
}

export function shapeGeometry(shape: ShapeDescription, loaded: Loaded): THREE.BufferGeometry {
  switch (shape.type) {
    case 'sphere':
      return new THREE.SphereGeometry(shape.radius, 24, 16);
    case 'box':
      return new THREE.BoxGeometry(...shape.size);
    case 'capsule':
      return capsule(shape);
    case 'cylinder':
      return new THREE.CylinderGeometry(shape.radiusTop, shape.radiusBottom, shape.height, 32);
    case 'plane':
      return new THREE.PlaneGeometry(size(shape.sizeX), size(shape.sizeZ), 20, 20).rotateX(-Math.PI / 2);
    case 'hull': {
      const geometry = loaded.geometries[shape.geometry]!;
      return hull(geometry.positions);
    }
    case 'mesh': {
      const {positions, indices} = loaded.geometries[shape.geometry]!;
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
      geometry.setIndex(new THREE.BufferAttribute(indices, 1));
      geometry.computeVertexNormals();
      return geometry;
    }
  }
}

function hull(positions: Float32Array): THREE.BufferGeometry {
  const points: THREE.Vector3[] = [];
  for (let i = 0; i + 2 < positions.length; i += 3) points.push(new THREE.Vector3(positions[i], positions[i + 1], positions[i + 2]));
  return points.length >= 4 ? new ConvexGeometry(points) : new THREE.BufferGeometry();
}
