// The picture: the file's own meshes, moved by frames of the simulation, with a camera and lights.
import * as THREE from 'three';
import {OrbitControls} from 'three/addons/controls/OrbitControls.js';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
import type {Files, Frame, Loaded} from './protocol.js';
import {shapeGeometry} from './shape_geometry.js';

/** A bright sky over a darker ground: without something to reflect, metal is black. */
function surroundings(): THREE.Texture {
  const [width, height] = [16, 16];
  const pixels = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; ++i) {
    const up = Math.floor(i / width) / (height - 1);
    const [r, g, b] = up > 0.5 ? [206, 209, 214] : [112, 112, 114];
    pixels.set([r!, g!, b!, 255], 4 * i);
  }
  const texture = new THREE.DataTexture(pixels, width, height);
  texture.mapping = THREE.EquirectangularReflectionMapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Stands for an image that is not there: one grey pixel. */
const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPYvXs3AARmAjKtwk2xAAAAAElFTkSuQmCC';

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(45, 1, 0.02, 2000);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  /** By node of the file. Nodes without a mesh are there, too. */
  nodes: THREE.Object3D[] = [];
  /** Images that the file names and that are not among its files. */
  missing: string[] = [];
  #file = new THREE.Group();
  #mixer: THREE.AnimationMixer | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({canvas, antialias: true, alpha: true, preserveDrawingBuffer: true});
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => (this.#stale = true));
    const sun = new THREE.DirectionalLight(0xffffff, 2.2);
    sun.position.set(4, 9, 6);
    this.scene.environment = surroundings();
    this.scene.environmentIntensity = 0.6;
    this.scene.add(this.#file, sun);
  }

  async load(files: Files, loaded: Loaded): Promise<void> {
    const urls = new Map<string, string>();
    const manager = new THREE.LoadingManager();
    const own = URL.createObjectURL(new Blob([files.bytes]));
    for (const [name, bytes] of files.others) urls.set(name, URL.createObjectURL(new Blob([bytes])));
    this.missing = [];
    manager.setURLModifier(url => {
      const own = urls.get(decodeURIComponent(url));
      if (own !== undefined || /^(data|blob):/.test(url)) return own ?? url;
      this.missing.push(decodeURIComponent(url));
      return PIXEL;
    });
    const loader = new GLTFLoader(manager);
    const nodes: THREE.Object3D[] = [];
    const file = new THREE.Group();
    this.#mixer = undefined;
    try {
      const gltf = await loader.parseAsync(await (await fetch(own)).arrayBuffer(), '');
      for (const [object, place] of gltf.parser.associations) {
        const node = (place as {nodes?: number} | undefined)?.nodes;
        if (node !== undefined && (object as Partial<THREE.Object3D>).isObject3D) nodes[node] = object as THREE.Object3D;
      }
      file.add(gltf.scene);
      // A behaviour graph says which animations play: then every node comes from the simulation.
      if (gltf.animations.length > 0 && !loaded.customEvents) {
        this.#mixer = new THREE.AnimationMixer(gltf.scene);
        for (const clip of gltf.animations) {
          const action = this.#mixer.clipAction(clip);
          action.setLoop(THREE.LoopOnce, 1);
          action.clampWhenFinished = true;
          action.play();
        }
      }
    } finally {
      for (const url of [own, ...urls.values()]) URL.revokeObjectURL(url);
    }
    this.#file.removeFromParent();
    this.#file = file;
    this.scene.add(file);
    this.nodes = nodes;
    this.addMissing(loaded);
    this.frameAll(loaded);
  }

  /** Whether the file has nothing to draw. */
  get isBare(): boolean {
    let bare = true;
    this.#file.traverse(object => (bare &&= !(object as Partial<THREE.Mesh>).isMesh));
    return bare;
  }

  /** Nodes that the page's loader has left out, and balls that were thrown. */
  addMissing(loaded: Loaded): void {
    loaded.description.nodes.forEach((node, index) => {
      if (this.nodes[index]) return;
      const object = new THREE.Group();
      object.name = node.name;
      object.position.fromArray(node.translation);
      object.quaternion.fromArray(node.rotation);
      object.scale.fromArray(node.scale);
      if (node.name === 'thrown ball') {
        const collider = loaded.description.colliders.find(item => item.node === index);
        const radius = loaded.description.shapes[collider?.shape ?? -1]?.radius ?? 0.2;
        object.add(new THREE.Mesh(new THREE.SphereGeometry(radius, 24, 16), new THREE.MeshStandardMaterial({color: 0xe8a33d, roughness: 0.4})));
      }
      (this.nodes[node.parent] ?? this.#file).add(object);
      this.nodes[index] = object;
    });
  }

  /** Looks at all bodies, or at all that is shown where there are none. */
  frameAll(loaded: Loaded): void {
    this.scene.updateMatrixWorld(true);
    const box = new THREE.Box3();
    const {motions, colliders, shapes} = loaded.description;
    const shapeBoxes = new Map<number, THREE.Box3>();
    const boxOf = (shape: number): THREE.Box3 => {
      let own = shapeBoxes.get(shape);
      if (!own) {
        const geometry = shapeGeometry(shapes[shape]!, loaded);
        geometry.computeBoundingBox();
        shapeBoxes.set(shape, (own = geometry.boundingBox ?? new THREE.Box3()));
        geometry.dispose();
      }
      return own.clone();
    };
    // Colliders with what is seen of them.
    const parts = colliders.filter(({node, shape}) => this.nodes[node] && shapes[shape]).map(({node, shape, motion}) => ({
      moves: motion >= 0, endless: shapes[shape]!.type === 'plane',
      box: boxOf(shape).applyMatrix4(this.nodes[node]!.matrixWorld).union(new THREE.Box3().expandByObject(this.nodes[node]!, false)),
    }));
    for (const {node} of motions) box.expandByObject(this.nodes[node]!, false);
    for (const part of parts) if (part.moves) box.union(part.box);
    const reach = box.isEmpty() ? Infinity : Math.max(5, 3 * box.getSize(new THREE.Vector3()).length());
    // What they fall on as well. Of what is much larger the place below them.
    const middle = box.getCenter(new THREE.Vector3());
    for (const part of parts.filter(({moves}) => !moves)) {
      const below = middle.clone().setY(part.box.max.y);
      if (!part.endless && part.box.getSize(new THREE.Vector3()).length() < reach) box.union(part.box);
      else if (below.y < box.min.y && below.y > box.min.y - reach && !box.isEmpty()) box.expandByPoint(below);
    }
    if (box.isEmpty()) box.expandByObject(this.#file, false);
    if (box.isEmpty()) box.set(new THREE.Vector3(-2, 0, -2), new THREE.Vector3(2, 2, 2));
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const radius = Math.min(60, Math.max(1.2, sphere.radius));
    this.controls.target.copy(sphere.center);
    const distance = 1.05 * radius / this.#reach(this.camera.aspect);
    this.camera.position.copy(sphere.center).add(new THREE.Vector3(0.8, 0.55, 1).normalize().multiplyScalar(distance));
    this.controls.update();
  }

  /** Radius of the sphere that is seen whole at a distance of 1, in a picture that is high as well as in a wide one. */
  #reach(aspect: number): number {
    return Math.sin(Math.atan(Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2)) * Math.min(1, aspect)));
  }

  readonly #place = new THREE.Spherical();
  readonly #offset = new THREE.Vector3();
  /** Turns the camera about what it looks at, rad, and changes its distance by a factor. */
  turn(azimuth: number, polar: number, distance = 1): void {
    const {target} = this.controls;
    const place = this.#place.setFromVector3(this.#offset.subVectors(this.camera.position, target));
    place.set(place.radius * distance, place.phi + polar, place.theta + azimuth).makeSafe();
    this.camera.position.copy(target).add(this.#offset.setFromSpherical(place));
    this.controls.update();
  }

  /** Looks from where another stage does, if it does not already. */
  lookAs({camera, controls}: Stage): void {
    if (this.camera.position.equals(camera.position) && this.camera.quaternion.equals(camera.quaternion)) return;
    this.camera.position.copy(camera.position);
    this.camera.quaternion.copy(camera.quaternion);
    this.controls.target.copy(controls.target);
    this.#stale = true;
  }

  /** Puts the nodes where a frame has them. */
  show(frame: Pick<Frame, 'time' | 'nodes' | 'scales'>): void {
    if (this.#mixer) this.#mixer.setTime(frame.time);
    const {count, integers, numbers} = frame.nodes;
    for (let i = 0; i < count; ++i) {
      const object = this.nodes[integers[i]!];
      if (!object) continue;
      object.position.fromArray(numbers, 14 * i + 7);
      object.quaternion.fromArray(numbers, 14 * i + 10);
    }
    for (let i = 0; i < frame.scales.count; ++i) this.nodes[frame.scales.integers[i]!]?.scale.fromArray(frame.scales.numbers, 3 * i);
    this.scene.updateMatrixWorld();
    this.#stale = true;
  }

  setMeshesVisible(visible: boolean): void {
    this.#file.visible = visible;
    this.#stale = true;
  }

  readonly #size = new THREE.Vector2();
  #stale = true;

  /** Draws where something has changed since the last time. */
  renderIfStale(): void {
    const size = this.renderer.getSize(this.#size);
    if (this.#stale || size.x !== this.canvas.clientWidth || size.y !== this.canvas.clientHeight) this.render();
  }

  render(): void {
    this.#stale = false;
    const {clientWidth: width, clientHeight: height} = this.canvas;
    const size = this.renderer.getSize(this.#size);
    if (size.x !== width || size.y !== height) {
      this.renderer.setSize(width, height, false);
      const before = this.#reach(this.camera.aspect);
      this.camera.aspect = width / Math.max(1, height);
      this.camera.updateProjectionMatrix();
      // What was seen is still seen.
      this.turn(0, 0, before / this.#reach(this.camera.aspect));
    }
    this.renderer.render(this.scene, this.camera);
  }
}
