// A glTF file in three.js whose bodies move.
import * as THREE from 'three';
import {GLTFLoader, type GLTF} from 'three/addons/loaders/GLTFLoader.js';
import {init, type Engine} from 'carom-physics';
import {CaromPlugin, type ThreePhysics} from 'carom-physics/three';

/** Loads the bytes of a .glb or self-contained .gltf. */
export async function load(engine: Engine, bytes: ArrayBuffer): Promise<{gltf: GLTF; physics: ThreePhysics}> {
  const loader = new GLTFLoader();
  loader.register(parser => new CaromPlugin(parser, engine));
  const gltf = await loader.parseAsync(bytes, '');
  return {gltf, physics: gltf.userData.physics as ThreePhysics};
}

/** Shows it on a page. */
export async function show(url: string, canvas: HTMLCanvasElement): Promise<ThreePhysics> {
  const bytes = await (await fetch(url)).arrayBuffer();
  const {gltf, physics} = await load(await init(), bytes);
  const scene = new THREE.Scene();
  scene.add(gltf.scene, new THREE.HemisphereLight(0xffffff, 0x444444, 3));
  const camera = new THREE.PerspectiveCamera(45, canvas.clientWidth / canvas.clientHeight);
  camera.position.set(6, 4, 10);
  camera.lookAt(0, 1, 0);
  const renderer = new THREE.WebGLRenderer({canvas, antialias: true});
  const timer = new THREE.Timer();
  renderer.setAnimationLoop(() => {
    timer.update();
    physics.update(timer.getDelta());
    renderer.render(scene, camera);
  });
  return physics;
}
