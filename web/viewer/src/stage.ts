// The picture: the file's own meshes, moved by frames of the simulation, with a camera and lights.
import * as THREE from 'three';
import {OrbitControls} from 'three/addons/controls/OrbitControls.js';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';
import type {Files, Frame, Loaded} from './protocol.js';
import {usualBounds} from './framing.js';
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
  readonly camera = new THREE.PerspectiveCamera(45, 1);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  /** The stage whose view this one shows. Turning this one turns it. */
  readonly #leader: Stage | undefined;
  /** By node of the file, those of the simulated scene. Nodes without a mesh are there, too. */
  nodes: THREE.Object3D[] = [];
  /** Images that the file names and that are not among its files. */
  missing: string[] = [];
  #file = new THREE.Group();
  #mixer: THREE.AnimationMixer | undefined;

  constructor(canvas: HTMLCanvasElement, leader?: Stage) {
    this.canvas = canvas;
    this.#leader = leader;
    this.renderer = new THREE.WebGLRenderer({canvas, antialias: true, alpha: true, preserveDrawingBuffer: true});
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => {
      this.#stale = true;
      leader?.lookAs(this);
    });
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
    loader.register(({json}) => ({
      name: 'the simulated scene alone',
      // The loader would load every scene of the file, and tell the nodes of the last one alone.
      beforeRoot: async () => {
        const roots = loaded.description.nodes.flatMap(({parent, inScene}, node) => (parent < 0 && inScene && json.nodes?.[node] ? [node] : []));
        json.scenes = [{nodes: roots}];
        json.scene = 0;
      },
    }));
    let nodes: THREE.Object3D[] = [];
    const file = new THREE.Group();
    this.#mixer = undefined;
    try {
      const gltf = await loader.parseAsync(await (await fetch(own)).arrayBuffer(), '');
      const {json} = gltf.parser as {json: {nodes?: unknown[]}};
      nodes = await Promise.all((json.nodes ?? []).map((_, node) =>
        loaded.description.nodes[node]?.inScene ? gltf.parser.getDependency('node', node) as Promise<THREE.Object3D> : undefined!));
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
    if (!this.#leader) this.frameAll(loaded);
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
      if (this.nodes[index] || !node.inScene) return;
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

  /** Looks at the bodies, or at all that is shown where there are none. */
  frameAll(loaded: Loaded): void {
    this.scene.updateMatrixWorld(true);
    const {center, radius} = this.#boundsOf(loaded).getBoundingSphere(new THREE.Sphere());
    this.controls.target.copy(center);
    const distance = 1.05 * Math.max(1.2, radius) / this.#reach(this.camera.aspect);
    this.camera.position.copy(center).add(new THREE.Vector3(0.8, 0.55, 1).normalize().multiplyScalar(distance));
    this.controls.update();
  }

  /** Of the bodies and of the colliders about them, without what is much farther away or larger than the others (`usualBounds`). */
  #boundsOf(loaded: Loaded): THREE.Box3 {
    const {motions, colliders, shapes, nodes} = loaded.description;
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
    const seen = (node: number): THREE.Box3 => new THREE.Box3().expandByObject(this.nodes[node]!, false);
    // Colliders with what is seen of them.
    const parts = colliders.filter(({node, shape}) => nodes[node]?.inScene && shapes[shape]).map(({node, shape, motion}) => ({
      motion, endless: shapes[shape]!.type === 'plane', box: boxOf(shape).applyMatrix4(this.nodes[node]!.matrixWorld).union(seen(node)),
    }));
    const bodies = motions.map(({node}) => {
      if (!nodes[node]?.inScene) return new THREE.Box3();
      return seen(node).expandByPoint(this.nodes[node]!.getWorldPosition(new THREE.Vector3()));
    });
    for (const {motion, box} of parts) bodies[motion]?.union(box);
    const bounds = usualBounds(bodies);
    if (bounds.isEmpty()) {
      const fixed = usualBounds(parts.filter(({endless}) => !endless).map(({box}) => box));
      if (!fixed.isEmpty()) return fixed;
      const file = new THREE.Box3().expandByObject(this.#file, false);
      return file.isEmpty() ? file.set(new THREE.Vector3(-2, 0, -2), new THREE.Vector3(2, 2, 2)) : file;
    }
    const size = 3 * Math.max(2, bounds.getSize(new THREE.Vector3()).length());
    const [middle, lowest] = [bounds.getCenter(new THREE.Vector3()), bounds.min.y];
    // What they fall on as well. Of what is larger, or too far away, the height below them.
    const smaller = parts.filter(({motion, box, endless}) => motion < 0 && !endless && box.getSize(new THREE.Vector3()).length() < size);
    bounds.union(usualBounds([...bodies, ...smaller.map(({box}) => box)]));
    for (const {box} of parts) if (box.max.y < lowest && box.max.y > lowest - size) bounds.expandByPoint(middle.setY(box.max.y));
    return bounds;
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
    if (this.#leader) this.lookAs(this.#leader);
    const size = this.renderer.getSize(this.#size);
    if (this.#stale || size.x !== this.canvas.clientWidth || size.y !== this.canvas.clientHeight) this.render();
  }

  render(): void {
    const {clientWidth: width, clientHeight: height} = this.canvas;
    if (width === 0 || height === 0) return;
    this.#stale = false;
    const size = this.renderer.getSize(this.#size);
    if (size.x !== width || size.y !== height) this.renderer.setSize(width, height, false);
    const aspect = width / height;
    if (this.camera.aspect !== aspect) {
      const before = this.#reach(this.camera.aspect);
      this.camera.aspect = aspect;
      this.camera.updateProjectionMatrix();
      // What was seen is still seen.
      if (!this.#leader) this.turn(0, 0, before / this.#reach(aspect));
    }
    this.#setDepth();
    this.renderer.render(this.scene, this.camera);
  }

  /** What is drawn reaches farther the larger the scene is; the nearest moves on with it, since depths have 24 bits. */
  #setDepth(): void {
    const near = Math.max(0.02, this.camera.position.distanceTo(this.controls.target) / 500);
    if (this.camera.near === near) return;
    this.camera.near = near;
    this.camera.far = 1e5 * near;
    this.camera.updateProjectionMatrix();
  }
}
