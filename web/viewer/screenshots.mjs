// Makes the pictures of docs/viewer.md: node web/viewer/screenshots.mjs
import path from 'node:path';
import {built, launch, open, root, serve} from './test/browser.mjs';

const PICTURES = [
  {name: 'viewer_bowl', scene: 'bowl.gltf', steps: 150, overlays: ['contacts'], theme: 'light', node: 'Sphere 1', distance: 0.7},
  {name: 'viewer_joints', scene: 'omi.gltf', steps: 45, overlays: ['joints', 'colliders', 'velocities'], theme: 'dark', node: 'Pendulum', distance: 0.7},
  {name: 'viewer_car', scene: 'vehicles/car.gltf', steps: 60, overlays: ['wheels', 'masses'], theme: 'light', node: 'Car'},
  {name: 'viewer_islands', scene: 'stack.gltf', steps: 30, overlays: ['islands', 'bounds'], theme: 'dark', node: 'Tower 2', distance: 0.8, meshes: false},
];

const server = await serve(built);
const browser = await launch();
try {
  const {page, problems} = await open(browser, server.url, {width: 1280, height: 800});
  for (const {name, scene, steps, overlays, theme, node, distance = 1, meshes = true} of PICTURES) {
    await page.evaluate(address => window.carom.open(address), `scenes/${scene}`);
    await page.evaluate(which => window.carom.setTheme(which), theme);
    for (let i = 0; i < steps; i += 15) {
      await page.evaluate(() => window.carom.step(15));
      await page.evaluate(() => window.carom.frame());
    }
    await page.evaluate(visible => {
      window.carom.options.meshes = visible;
      window.carom.stage.setMeshesVisible(visible);
    }, meshes);
    for (const overlay of overlays) await page.evaluate(which => window.carom.overlay(which, true), overlay);
    await page.evaluate(factor => window.carom.stage.turn(0, 0, factor), distance);
    await page.evaluate(() => window.carom.frame());
    await page.evaluate(text => [...document.querySelectorAll('#tree button')].find(b => b.textContent.startsWith(text)).click(), node);
    await page.waitForTimeout(300);
    await page.screenshot({path: path.join(root, 'docs', 'images', `${name}.png`)});
    for (const overlay of overlays) await page.evaluate(which => window.carom.overlay(which, false), overlay);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
} finally {
  await browser.close();
  await server.close();
}
