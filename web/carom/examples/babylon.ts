// A glTF file in Babylon.js whose bodies move.
import {ArcRotateCamera} from '@babylonjs/core/Cameras/arcRotateCamera.js';
import type {AbstractEngine} from '@babylonjs/core/Engines/abstractEngine.js';
import {HemisphericLight} from '@babylonjs/core/Lights/hemisphericLight.js';
import {LoadAssetContainerAsync} from '@babylonjs/core/Loading/sceneLoader.js';
import {Vector3} from '@babylonjs/core/Maths/math.vector.js';
import {Scene as BabylonScene} from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import {Scene, type Engine} from 'carom-physics';
import {BabylonPhysics} from 'carom-physics/babylon';

/** Loads the bytes of a .glb or self-contained .gltf into a new scene of Babylon's. */
export async function load(
  engine: Engine, bytes: Uint8Array<ArrayBuffer>, babylon: AbstractEngine,
): Promise<{scene: BabylonScene; physics: BabylonPhysics}> {
  const scene = new BabylonScene(babylon);
  const physicsScene = await Scene.load(engine, bytes);
  const container = await LoadAssetContainerAsync(bytes, scene, {pluginExtension: physicsScene.binary ? '.glb' : '.gltf'});
  container.addAllToScene();
  return {scene, physics: new BabylonPhysics(physicsScene, container)};
}

/** Shows it on a page. */
export async function show(engine: Engine, bytes: Uint8Array<ArrayBuffer>, babylon: AbstractEngine): Promise<BabylonPhysics> {
  const {scene, physics} = await load(engine, bytes, babylon);
  new ArcRotateCamera('camera', -1, 1.2, 12, Vector3.Zero(), scene);
  new HemisphericLight('light', Vector3.Up(), scene);
  babylon.runRenderLoop(() => {
    physics.update(babylon.getDeltaTime() / 1000);
    scene.render();
  });
  return physics;
}
