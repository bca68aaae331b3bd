// The page: loads a scene, asks the worker for frames, draws them.
import GUI from 'lil-gui';
import './style.css';
import {Baking} from './baking.js';
import {askForOtherFiles, offerFiles, offerGallery, offerOtherFiles, showInGallery, watch} from './choosing.js';
import {Client, WorkerError} from './client.js';
import {Comparison} from './compare.js';
import {Driving} from './driving.js';
import {fromUrl, GALLERY, nameWithoutEnding, type Progress} from './files.js';
import {listenToKeys} from './keyboard.js';
import {COMPARISONS, options, otherSettings, settings} from './options.js';
import {OVERLAYS, Overlays, type OverlayName} from './overlays.js';
import {Panels, showDiagnostics} from './panels.js';
import {Plots} from './plots.js';
import {Pointer} from './pointer.js';
import {cannotGoOn, type Baked, type Files, type Frame, type Loaded} from './protocol.js';
import {film, save, saveRecording} from './save.js';
import {neighbour, Selection} from './selection.js';
import {addSliders} from './sliders.js';
import {Stage} from './stage.js';

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const parameters = new URLSearchParams(location.search);
const threads = Math.max(1, Math.min(64, Math.floor(Number(parameters.get('threads')) || 1)));
const client = new Client(threads);
const stage = new Stage(byId<HTMLCanvasElement>('canvas'));
const plots = new Plots();
const driving = new Driving(client);
const pointer = new Pointer(client, stage, choose);
const selection = new Selection();
stage.scene.add(selection.object);
client.onProblem = problem;
pointer.onLetGo = node => say(`${nameOf(node)} is let go.`);

const shown: Record<OverlayName, boolean> = {
  colliders: false, contacts: false, joints: false, masses: false, velocities: false, triggers: false, gravity: false, wheels: false,
  bounds: false, islands: false,
};

let files: Files | undefined;
/** The same with the balls that were thrown, if a file can have them. */
let withBalls: Files | undefined;
let loaded: Loaded | undefined;
let overlays: Overlays | undefined;
let panels: Panels | undefined;
let comparison: Comparison | undefined;
/** For the comparison with another file, once the user has chosen it. */
let otherFiles: Promise<Files> | undefined;
let frame: Frame | undefined;
let playing = false;
let sliders: GUI | undefined;

function say(text: string, kind: 'note' | 'error' = 'note'): void {
  const status = byId('status');
  status.textContent = text;
  status.dataset.kind = kind;
}

function problem(error: unknown): void {
  say(error instanceof Error ? error.message : String(error), 'error');
}

/** For what nobody waits for: says what goes wrong. */
function attempt(what: () => Promise<unknown>): void {
  what().catch(problem);
}

function choose(node: number): void {
  panels?.select(node);
  void refresh();  // With what the panel says of it.
}

const progress = byId<HTMLProgressElement>('progress');
/** Of the bytes that a scene is fetched from; undefined: nobody knows how many there are. */
function showProgress(share?: number): void {
  progress.hidden = false;
  if (share === undefined) progress.removeAttribute('value');
  else progress.value = share;
}

let turn: Promise<unknown> = Promise.resolve();
/** What gives the worker another world does so one after the other: each is shown before the next begins. */
function inTurn<T>(what: () => Promise<T>): Promise<T> {
  const done = turn.then(what);
  turn = done.catch(() => {});
  return done;
}

/** Of the scene that is on its way. Where another one is asked for it is aborted, and says nothing any more. */
let opening: AbortController | undefined;
type Find = (signal: AbortSignal, progress: Progress) => Promise<Files>;
async function load(find: Find): Promise<void> {
  opening?.abort();
  const mine = (opening = new AbortController());
  const {signal} = mine;
  say('Loading…');
  showProgress();
  let next: Files | undefined;
  try {
    next = await find(signal, share => signal.aborted || showProgress(share));
    await inTurn(() => (signal.aborted ? Promise.resolve() : open(next!, signal)));
  } catch (error) {
    if (signal.aborted) return;
    problem(error);
    if (error instanceof WorkerError && next) showDiagnostics(error.diagnostics, next.bytes);
  } finally {
    if (opening === mine) {
      opening = undefined;
      progress.hidden = true;
    }
  }
}
const loadUrl = (address: string): Promise<void> => load((signal, progress) => fromUrl(address, progress, signal));

async function open(next: Files, signal: AbortSignal): Promise<void> {
  pointer.letGo();
  say(`Loading ${next.name}…`);
  showProgress();
  setPlaying(false);
  const result = await client.ask('load', {files: next, settings: settings()});
  files = withBalls = next;
  showInGallery(next.address);
  await begin(result);
  const {dialects, motions} = result.description;
  if (!signal.aborted)
    say(`${next.name}: ${dialects.join(', ') || 'no physics'}, ${motions.length} ${motions.length === 1 ? 'body' : 'bodies'}, loaded in ${result.loadTime.toFixed(0)} ms${threadNote(result)}${missingNote()}`);
}

function missingNote(): string {
  const {missing} = stage;
  return (insteadOfMeshes ? '; it has no meshes: its colliders are shown' : '') + (missing.length > 0 ? `; without ${missing.join(', ')}` : '');
}

function threadNote({threads, threadObstacle}: Loaded): string {
  if (threadObstacle) return `; one thread: ${threadObstacle}`;
  return threads > 1 ? `; ${threads} threads` : '';
}

/** The overlays of shapes are on because the file has no meshes, not because somebody has switched them on. */
let insteadOfMeshes = false;
function showShapesOfBareFile(): void {
  if (insteadOfMeshes) shown.colliders = shown.triggers = false;
  insteadOfMeshes = stage.isBare && !shown.colliders;
  if (insteadOfMeshes) shown.colliders = shown.triggers = true;
  showOptions();
}

/** In the controls, where they have been changed otherwise. */
function showOptions(): void {
  gui.controllersRecursive().forEach(controller => controller.updateDisplay());
}

async function begin(result: Loaded): Promise<void> {
  loaded = result;
  await stage.load(files!, result);
  showShapesOfBareFile();
  remake(result);
  plots.clear();
  driving.load(result);
  showSliders(result);
  await refresh();
  void compare();
}

function showSliders(result: Loaded): void {
  sliders?.destroy();
  sliders = addSliders(gui, client, result);
}

/** What is drawn and told of a scene, whose document is in the bytes. */
function remake(result: Loaded, bytes = files!.bytes): void {
  overlays?.object.removeFromParent();
  overlays = new Overlays(result, stage);
  stage.scene.add(overlays.object);
  for (const name of Object.keys(OVERLAYS) as OverlayName[]) overlays.set(name, shown[name]);
  panels = new Panels(result, bytes, choose, id => client.tell('send', {id}));
  panels.showFilters(options.filterRule);
}

/** Shows the comparison that is chosen in place of the one that is there or on its way, or says why it cannot be. */
async function compare(): Promise<void> {
  comparison?.close();
  comparison = undefined;
  if (options.compare === 'nothing' || !files || !loaded) return;
  if (options.compare === 'another file' && !otherFiles) return askForOtherFiles();
  const mine = (comparison = new Comparison(stage));
  try {
    if (!withBalls) throw new Error('No file can have the ball that was thrown: load the scene again to compare it.');
    await fill(mine, withBalls, loaded);
    if (!mine.closed) await refresh();
  } catch (error) {
    if (!mine.closed) endComparison(error);
  }
}

function endComparison(why: unknown): void {
  comparison?.close();
  comparison = undefined;
  options.compare = 'nothing';
  showOptions();
  problem(why);
}

async function fill(mine: Comparison, files: Files, loaded: Loaded): Promise<void> {
  const start = await client.ask('start', null);
  if (mine.closed) return;
  if (start && ['another file', 'baked animation'].includes(options.compare))
    throw new Error(`A ball has been thrown: restart (R) to compare with ${options.compare}.`);
  if (options.compare === 'another file') {
    const other = await otherFiles!;
    if (!mine.closed) await mine.load(other.name, other, settings());
  } else if (options.compare === 'baked animation') {
    await mine.loadBaked(files, settings(), options.bakeSeconds, loaded);
  } else {
    const [name, other] = otherSettings();
    await mine.load(name, files, other, start);
  }
}

function setPlaying(on: boolean): void {
  playing = on;
  byId('play').textContent = on ? '❚❚' : '▶';
  client.tell('play', {playing: on, speed: options.speed});
}

let asking = 0;
let lastRefresh = Promise.resolve();
/** Does something while no frame is asked for: the arrays of a frame serve the next one, and what is compared follows each. */
function betweenFrames(what: () => Promise<void>): Promise<void> {
  asking += 1;
  const done = lastRefresh.then(what).finally(() => (asking -= 1));
  lastRefresh = done.catch(() => {});
  return done;
}
/** Asks for the present state and shows it. */
const refresh = (): Promise<void> => betweenFrames(showPresent);
async function showPresent(): Promise<void> {
  if (!loaded || !overlays) return;
  try {
    const views = new Set(overlays.needs);
    if (panels && panels.selected >= 0) views.add('bodies').add('vehicles');
    const now = await client.frame([...views]);
    const failedBefore = frame?.failure;
    if (frame) client.giveBack(frame);
    frame = now;
    stage.show(now);
    overlays.update(now, stage);
    panels!.update(now);
    plots.add(now);
    showNumbers(now);
    if (now.failure && now.failure !== failedBefore) {
      setPlaying(false);
      say(cannotGoOn(now.failure), 'error');
    }
    await comparison?.follow(now);
  } catch (error) {
    problem(error);
  }
}

function showNumbers(now: Frame): void {
  byId('clock').textContent = `step ${now.step}, ${now.time.toFixed(2)} s`;
  const s = now.statistics;
  byId('numbers').textContent =
    `state ${now.hash} · ${now.meanStepTime.toFixed(2)} ms a step · ${s.awakeBodies} awake, ${s.sleepingBodies} asleep · ${s.contactPoints} contacts`;
  const scrub = byId<HTMLInputElement>('scrub');
  [scrub.min, scrub.max] = now.recorded.map(String) as [string, string];
  if (document.activeElement !== scrub || playing) scrub.value = String(now.step);
}

let pulled = false;
function loop(): void {
  driving.update();
  if (playing && asking === 0) void refresh();
  pointer.update();
  selection.update(panels?.selected ?? -1, stage);
  plots.draw();
  // The spring is drawn as long as it pulls, and once more without it.
  if (pointer.held >= 0 || pulled) stage.render();
  else stage.renderIfStale();
  pulled = pointer.held >= 0;
  comparison?.look();
  requestAnimationFrame(loop);
}

async function step(count = 1): Promise<void> {
  setPlaying(false);
  await client.ask('step', {count});
  await refresh();
}
async function restart(): Promise<void> {
  if (!loaded) return;
  pointer.letGo();
  const another = await inTurn(async () => {
    const another = await client.ask('restart', null);
    if (another) {
      withBalls = files;
      await begin(another);
    }
    return another;
  });
  if (another) return;
  await betweenFrames(async () => comparison?.restart());
  plots.clear();
  showSliders(loaded);
  await refresh();
}
async function seek(to: number): Promise<void> {
  setPlaying(false);
  await client.ask('seek', {step: to});
  await refresh();
}
async function changeSettings(): Promise<void> {
  if (!loaded) return;
  await inTurn(() => client.ask('settings', settings()));
  panels?.showFilters(options.filterRule);
  plots.clear();
  await refresh();
  await compare();
}
/** Throws a ball ahead, and the same one into what is compared. */
async function throwBall(): Promise<void> {
  await inTurn(async () => {
    if (!loaded) return;
    setPlaying(false);
    await refresh();
    await betweenFrames(throwNow);
    setPlaying(true);
  });
  await refresh();
}
async function throwNow(): Promise<void> {
  const ray = pointer.ahead();
  const distance = stage.camera.position.distanceTo(stage.controls.target);
  const radius = Math.max(0.05, 0.03 * distance);
  const ahead = await client.ask('pick', {origin: ray.origin.toArray(), direction: ray.direction.toArray()});
  const ball = {
    position: ray.at(radius * 4, ray.origin.clone()).toArray(), target: ahead?.point ?? stage.controls.target.toArray(), time: 0.4,
    radius, mass: (4 / 3) * Math.PI * radius ** 3 * 1000,
  };
  const result = await client.ask('throwBall', ball);
  loaded = result;
  withBalls = result.bytes && {...files!, bytes: result.bytes};
  stage.addMissing(result);
  remake(result, result.bytes);
  await comparison?.throwBall(ball, result.description.nodes.length - 1).catch(endComparison);
}

let stopFilm: (() => void) | undefined;
const base = (): string => nameWithoutEnding(files?.name ?? 'scene');
const baked = (): Promise<Baked> => new Baking(files!, settings(), options.bakeSeconds, threads).done;
const saving = {
  glb: async () => save(`${base()}_baked.glb`, (await baked()).glb, 'model/gltf-binary'),
  csv: async () => save(`${base()}.csv`, (await baked()).csv, 'text/csv'),
  png: () => {
    stage.render();
    stage.canvas.toBlob(blob => blob?.arrayBuffer().then(bytes => save(`${base()}.png`, bytes, 'image/png')));
  },
  recording: async () => say(...saveRecording(await client.ask('recording', null), files!.name)),
  film: () => {
    if (stopFilm) stopFilm();
    stopFilm = stopFilm ? undefined : film(stage.canvas, `${base()}.webm`);
    say(stopFilm ? 'Filming: the same button ends it.' : 'The film is saved.');
  },
};

const gui = new GUI({container: byId('controls'), title: 'Simulation', autoPlace: false});
function buildControls(): void {
  const change = (): void => attempt(changeSettings);
  gui.add(options, 'speed', {'1/10': 0.1, '1/4': 0.25, '1/2': 0.5, '1': 1, '2': 2}).onChange(() => setPlaying(playing));
  gui.add(options, 'rate', [30, 60, 120, 240]).name('steps per second').onChange(change);
  gui.add(options, 'substeps', 1, 16, 1).onFinishChange(change);
  gui.add(options, 'sleeping').onChange(change);
  const ownGravity = gui.add(options, 'ownGravity').name('own gravity').onChange(change);
  gui.add(options, 'gravity', -25, 5, 0.01).name('gravity, m/s²').onFinishChange(() => {
    options.ownGravity = true;
    ownGravity.updateDisplay();
    change();
  });
  gui.add(options, 'filterRule', ['shared', 'literal']).name('filter rule').onChange(change);
  gui.add({throwBall: () => attempt(throwBall)}, 'throwBall').name('Throw a ball (B)');
  const view = gui.addFolder('Show');
  view.add(options, 'meshes').name("The file's meshes").onChange((on: boolean) => stage.setMeshesVisible(on));
  for (const [name, label] of Object.entries(OVERLAYS) as [OverlayName, string][]) {
    view.add(shown, name).name(label).onChange((on: boolean) => {
      overlays?.set(name, on);
      void refresh();
    });
  }
  gui.addFolder('Compare with').add(options, 'compare', COMPARISONS).name('beside it').onChange(() => {
    otherFiles = undefined;
    void compare();
  });
  const files_ = gui.addFolder('Save').close();
  files_.add(options, 'bakeSeconds', 1, 60, 1).name('seconds');
  const save_ = Object.fromEntries(Object.entries(saving).map(([name, act]) => [name, () => attempt(async () => act())]));
  for (const [name, label] of [['glb', 'Baked GLB'], ['csv', 'Trajectory CSV'], ['png', 'Picture PNG'], ['recording', 'Recording'], ['film', 'Film WebM']] as const)
    files_.add(save_, name).name(label);
}

/** Keys that do something at once. */
const ACTS: Record<string, () => void> = {
  ' ': () => setPlaying(!playing),
  '.': () => attempt(step),
  r: () => attempt(restart),
  b: () => attempt(throwBall),
  n: () => chooseBody(1),
  p: () => chooseBody(-1),
  g: () => (pointer.held >= 0 ? pointer.letGo() : grabChosen()),
  Escape: () => pointer.letGo(),
};

function nameOf(node: number): string {
  return loaded?.description.nodes[node]?.name || `node ${node}`;
}

function chooseBody(direction: 1 | -1): void {
  if (!loaded) return;
  const node = neighbour(loaded, panels?.selected ?? -1, direction);
  if (node < 0) return say('This scene has no bodies.');
  pointer.letGo();
  choose(node);
  say(`${nameOf(node)} is chosen: G pulls it.`);
}

function grabChosen(): void {
  const node = panels?.selected ?? -1;
  if (!loaded?.description.motions.some(motion => motion.node === node)) return say('Choose a body first: N and P, or the list of nodes.');
  if (pointer.takeByKey(node)) say(`${nameOf(node)} is pulled: arrow keys move the point, Page Up and Page Down take it away and back, G lets go.`);
}

function wire(): void {
  byId('play').onclick = () => setPlaying(!playing);
  byId('step').onclick = () => attempt(step);
  byId('restart').onclick = () => attempt(restart);
  byId('scrub').oninput = event => attempt(() => seek(Number((event.target as HTMLInputElement).value)));
  byId('theme').onclick = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  listenToKeys(ACTS, stage, pointer, driving);
  offerFiles(find => void load(find));
  offerOtherFiles(chosen => {
    otherFiles = chosen;
    options.compare = 'another file';
    showOptions();
    void compare();
  }, () => {
    options.compare = 'nothing';
    showOptions();
  });
}

function setTheme(theme: 'dark' | 'light'): void {
  document.documentElement.dataset.theme = theme;
  plots.restyle();
}

/** Loads the scene again when its folder has changed, unless another one has been opened. */
async function reload(scene: string): Promise<boolean> {
  if (opening) return false;  // What is on its way may be of the user's choice.
  if (!files || files.address === scene) await loadUrl(scene);
  return true;
}

async function start(): Promise<void> {
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  buildControls();
  wire();
  requestAnimationFrame(loop);
  const scene = parameters.get('scene');
  const watched = parameters.get('watch');
  await offerGallery(address => void loadUrl(address)).catch(() => say('The gallery is not there.'));
  if (scene) await loadUrl(scene);
  else {
    showInGallery(`${GALLERY}bowl.gltf`);
    await loadUrl(`${GALLERY}bowl.gltf`);
  }
  if (scene && watched) void watch(watched, () => reload(scene)).then(() => say('carom view has ended.'));
}

/** For tests and for the console of the browser. */
const page = {
  client, stage, step, seek, restart, throwBall, setTheme, options, compare, saving, open: loadUrl,
  overlay: async (name: OverlayName, on: boolean) => {
    shown[name] = on;
    overlays?.set(name, on);
    showOptions();
    await refresh();
    stage.render();
  },
  frame: async () => (await refresh(), frame),
  get loaded() {
    return loaded;
  },
  get comparison() {
    return comparison;
  },
  get selected() {
    return panels?.selected ?? -1;
  },
  ready: start(),
};
export type Page = typeof page;
(globalThis as unknown as {carom: Page}).carom = page;
