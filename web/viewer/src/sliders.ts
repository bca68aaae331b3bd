// Sliders for what is set by hand: targets of drives, and thrusters and wheels that no vehicle commands.
import type GUI from 'lil-gui';
import type {DriveDescription, JointDescription} from 'carom-physics';
import type {Client} from './client.js';
import type {Loaded} from './protocol.js';

/** How far a drive's target may be moved: as far as the joint's limits let its axis go. */
function room(joint: JointDescription, drive: DriveDescription): [number, number] {
  const axes = drive.type === 'linear' ? 'linearAxes' : 'angularAxes';
  const limit = joint.limits.find(one => one[axes][drive.axis] && one[axes].filter(Boolean).length === 1);
  const most = drive.type === 'linear' ? 2 : Math.PI;
  const bound = (value: unknown, otherwise: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise);
  const [low, high] = [bound(limit?.min, -most), bound(limit?.max, most)];
  return low < high ? [low, high] : [-most, most];
}

/** Adds those of drives to a folder; false where no drive has a target that does anything. */
function addDriveSliders(folder: GUI, client: Client, {description}: Loaded): boolean {
  let found = false;
  description.jointDescriptions.forEach((joint, index) => {
    const place = description.joints.find(one => one.description === index);
    if (!place) return;
    for (const drive of joint.drives) {
      const angular = drive.type === 'angular';
      const label = `${description.nodes[place.node]!.name || `node ${place.node}`} ${angular ? 'about' : 'along'} ${'XYZ'[drive.axis]}`;
      const add = (member: 'positionTarget' | 'velocityTarget', low: number, high: number, unit: string): void => {
        const value = {now: drive[member] ?? 0};
        folder.add(value, 'now', Math.min(low, value.now), Math.max(high, value.now), (high - low) / 200).name(`${label}, ${unit}`)
          .onChange((now: number) => client.tell('set', {pointer: `${drive.pointer}/${member}`, value: now}));
        found = true;
      };
      if (drive.stiffness > 0) add('positionTarget', ...room(joint, drive), angular ? 'rad' : 'm');
      if (drive.damping > 0 && (drive.stiffness === 0 || drive.velocityTarget)) add('velocityTarget', -20, 20, angular ? 'rad/s' : 'm/s');
    }
  });
  return found;
}

/** A folder of them, hidden where it is empty. */
export function addSliders(gui: GUI, client: Client, loaded: Loaded): GUI {
  const {thrusters, wheels, nodes} = loaded.description;
  const own = {thrusters: thrusters.filter(t => t.vehicle < 0), wheels: wheels.filter(w => w.vehicle < 0)};
  const folder = gui.addFolder('Drives, thrusters and wheels');
  const drives = addDriveSliders(folder, client, loaded);
  if (!drives && own.thrusters.length + own.wheels.length === 0) folder.hide();
  for (const {node} of own.thrusters) {
    const value = {ratio: 0};
    folder.add(value, 'ratio', 0, 1, 0.01).name(nodes[node]!.name)
      .onChange((ratio: number) => client.tell('thruster', {node, ratio, gimbal: [0, 0]}));
  }
  for (const {node} of own.wheels) {
    const value = {propulsion: 0, steering: 0};
    const tell = (): void => client.tell('wheel', {node, ...value});
    folder.add(value, 'propulsion', -1, 1, 0.01).name(`${nodes[node]!.name}: push`).onChange(tell);
    folder.add(value, 'steering', -1, 1, 0.01).name(`${nodes[node]!.name}: steer`).onChange(tell);
  }
  return folder;
}
