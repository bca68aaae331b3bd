// What stands beside the picture: nodes, properties, diagnostics, events, filters.
import type {Diagnostic, FilterDescription, LogMessage, NamedValue, PhysicsEvent, SceneDescription, WorldSettings} from 'carom-physics';
import {documentOf} from './files.js';
import {showPlace} from './place_in_file.js';
import type {Frame, Loaded} from './protocol.js';

const element = <K extends keyof HTMLElementTagNameMap>(name: K, text = '', className = ''): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};
const short = (value: number): string => {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : String(value);
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(4)));
};
const vector = (values: ArrayLike<number>): string => Array.from(values, short).join(', ');
const find = (id: string): HTMLElement => document.getElementById(id)!;

/** A row of cells for each; cells that are there already get another text where it has changed. A second cell may be the last. */
function fillTable(place: HTMLElement, rows: readonly (readonly string[])[]): void {
  let table = place.querySelector('table');
  if (!table || table.rows.length !== rows.length || rows.some((texts, i) => table!.rows[i]!.cells.length !== texts.length)) {
    table = element('table');
    const columns = Math.max(0, ...rows.map(texts => texts.length));
    for (const texts of rows) {
      const row = table.insertRow();
      row.append(...texts.map((_, k) => element(k === 0 ? 'th' : 'td', '', k === 2 ? 'from' : '')));
      row.cells[texts.length - 1]!.colSpan = columns - texts.length + 1;
    }
    place.replaceChildren(...(rows.length > 0 ? [table] : []));
  }
  for (let i = 0; i < rows.length; ++i)
    rows[i]!.forEach((text, k) => {
      const cell = table.rows[i]!.cells[k]!;
      if (cell.textContent !== text) cell.textContent = text;
    });
}

export class Panels {
  readonly #loaded: Loaded;
  readonly #document: unknown;
  readonly #choose: (node: number) => void;
  readonly #meanings = new Map<number, string[]>();
  readonly #bodies = new Map<number, number>();
  #selected = -1;

  constructor(loaded: Loaded, bytes: Uint8Array, choose: (node: number) => void, send: (event: string) => void) {
    this.#loaded = loaded;
    this.#document = documentOf(bytes);
    this.#choose = choose;
    this.#findMeanings();
    for (let i = 0; i < loaded.properties.count; ++i) this.#bodies.set(loaded.properties.integers[6 * i]!, i);
    this.#showTree();
    showDiagnostics(loaded.diagnostics, bytes, loaded.description, choose);
    showCustomEvents(loaded, send);
    find('events').replaceChildren();
    this.select(-1);
  }

  /** What each node means for the simulation. */
  #findMeanings(): void {
    const {colliders, triggers, joints, motions, vehicles, wheels, thrusters, shapes, gravityVolumes} = this.#loaded.description;
    const add = (node: number, meaning: string): void => {
      const found = this.#meanings.get(node);
      if (!found) this.#meanings.set(node, [meaning]);
      else if (meaning !== 'joint' || !found.includes(meaning)) found.push(meaning);
    };
    for (const m of motions) add(m.node, `${m.type} body`);
    for (const c of colliders) add(c.node, `collider: ${shapes[c.shape]?.type ?? 'none'}`);
    for (const t of triggers) add(t.node, 'trigger');
    for (const j of joints) for (const node of [j.node, j.connectedNode]) if (node >= 0) add(node, 'joint');
    for (const v of vehicles) add(v.node, 'vehicle');
    for (const w of wheels) add(w.node, 'wheel');
    for (const t of thrusters) add(t.node, t.hover ? 'hover thruster' : 'thruster');
    for (const g of gravityVolumes) add(g.node, 'gravity');
  }

  #showTree(): void {
    const {nodes} = this.#loaded.description;
    const branch = (index: number, depth: number, out: DocumentFragment): void => {
      const node = nodes[index]!;
      const item = element('li');
      item.setAttribute('role', 'treeitem');
      item.setAttribute('aria-level', String(depth + 1));
      const button = element('button', node.name || `node ${index}`);
      button.type = 'button';
      button.dataset.node = String(index);
      button.style.paddingLeft = `${0.25 + 0.9 * depth}rem`;
      const meaning = this.#meanings.get(index)?.join(', ');
      if (meaning) button.append(' ', element('span', meaning, 'kind'));
      button.onclick = () => this.#choose(index);
      item.append(button);
      out.append(item);
      for (const child of node.children) branch(child, depth + 1, out);
    };
    const all = document.createDocumentFragment();
    nodes.forEach((node, index) => {
      if (node.parent < 0 && node.inScene) branch(index, 0, all);
    });
    find('tree').replaceChildren(all);
  }

  get selected(): number {
    return this.#selected;
  }

  select(node: number): void {
    this.#selected = node;
    for (const button of find('tree').querySelectorAll('button')) {
      const current = Number(button.dataset.node) === node;
      button.setAttribute('aria-current', String(current));
      if (current) button.scrollIntoView({block: 'nearest'});
    }
    if (node < 0) find('properties').replaceChildren(element('p', 'Pick a body or a node.', 'quiet'));
  }

  /** Members that the file has at a JSON pointer, to tell what it says from what is a default. */
  #inFile(pointer: string): Set<string> {
    let at: unknown = this.#document;
    for (const part of pointer.split('/').slice(1)) {
      at = (at as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    return new Set(at && typeof at === 'object' ? Object.keys(at) : []);
  }

  #rows(frame: Frame): string[][] {
    const node = this.#selected;
    const {description, properties} = this.#loaded;
    const rows = [['node', `${node} ${description.nodes[node]?.name ?? ''}`]];
    const motion = description.motions.find(m => m.node === node);
    if (motion) {
      const said = this.#inFile(motion.pointer);
      const index = this.#bodies.get(node) ?? -1;
      const [integers, numbers] = [properties.integers.subarray(6 * index), properties.numbers.subarray(11 * index)];
      if (index >= 0) {
        rows.push(['mass', `${short(numbers[0]!)} kg`, integers[3] ? 'computed' : 'file']);
        rows.push(['centre of mass', `${vector(numbers.subarray(1, 4))} m`, motion.centerOfMass ? 'file' : 'computed']);
        rows.push(['inertia', `${vector(numbers.subarray(4, 7))} kg·m²`, integers[4] ? 'computed' : 'file']);
      }
      rows.push(['gravity factor', short(motion.gravityFactor), said.has('gravityFactor') ? 'file' : 'default']);
      const {bodies} = frame.views;
      for (let i = 0; bodies && i < bodies.count; ++i) {
        if (bodies.integers[2 * i] !== node) continue;
        const b = bodies.numbers.subarray(16 * i, 16 * i + 16);
        rows.push(['position', `${vector(b.subarray(0, 3))} m`, 'now']);
        rows.push(['velocity', `${vector(b.subarray(10, 13))} m/s`, 'now']);
        rows.push(['angular velocity', `${vector(b.subarray(13, 16))} rad/s`, 'now']);
        rows.push(['asleep', bodies.integers[2 * i + 1] ? 'no' : 'yes', 'now']);
      }
    }
    for (const collider of description.colliders.filter(c => c.node === node)) {
      const shape = description.shapes[collider.shape];
      if (shape) rows.push(['shape', shape.type, 'file']);
      const material = description.materials[collider.material];
      const said = material ? this.#inFile(material.pointer) : new Set<string>();
      const from = (name: string): string => (said.has(name) ? 'file' : 'default');
      rows.push(['static friction', short(material?.staticFriction ?? 0.6), from('staticFriction')]);
      rows.push(['dynamic friction', short(material?.dynamicFriction ?? 0.6), from('dynamicFriction')]);
      rows.push(['restitution', short(material?.restitution ?? 0), from('restitution')]);
      rows.push(['pointer', collider.pointer]);
    }
    const vehicle = frame.views.vehicles;
    for (let i = 0; vehicle && i < vehicle.count; ++i) {
      if (vehicle.integers[i] === node) rows.push(['speed forward', `${short(vehicle.numbers[12 * i + 8]!)} m/s`, 'now']);
    }
    return rows;
  }

  update(frame: Frame): void {
    if (this.#selected >= 0) fillTable(find('properties'), this.#rows(frame));
    if (frame.events.length > 0) this.#addEvents(frame.events);
    if (frame.log.length > 0) this.#addLog(frame.log);
    this.#showVariables(frame.variables);
  }

  /** Newest first. */
  #note(text: string): void {
    const list = find('events');
    list.prepend(element('li', text));
    while (list.childElementCount > 150) list.lastElementChild!.remove();
  }

  #addLog(log: LogMessage[]): void {
    for (const {time, text} of log.slice(-60)) this.#note(`${time.toFixed(2)} s graph: ${text}`);
  }

  #showVariables(variables: NamedValue[]): void {
    if (variables.length === 0 && !find('variables').hasChildNodes()) return;
    const text = (value: NamedValue['value']): string =>
      typeof value === 'object' ? vector(value) : typeof value === 'number' ? short(value) : String(value);
    fillTable(find('variables'), variables.map(({name, value}) => [name, text(value)]));
  }

  #addEvents(events: PhysicsEvent[]): void {
    const name = (node: number): string => (node < 0 ? 'static' : this.#loaded.description.nodes[node]?.name || `node ${node}`);
    for (const event of events.slice(-60)) {
      const what = event.trigger >= 0 ? `${name(event.trigger)} ← ${name(event.collider)}`
        : event.joint >= 0 ? name(event.joint) : `${name(event.collider)} – ${name(event.other)}`;
      this.#note(`${event.time.toFixed(2)} s ${event.type.replaceAll('_', ' ')}: ${what}`);
    }
  }

  /** Which collider accepts which, by filter, in the reading that the world has. */
  showFilters(rule: FilterRule): void {
    const {filters, colliders} = this.#loaded.description;
    const used = [...new Set(colliders.map(c => c.filter))].sort((a, b) => a - b);
    if (used.every(filter => filter < 0)) {
      find('filters').replaceChildren(element('p', 'No collider has a filter: everything collides.', 'quiet'));
      return;
    }
    const name = (index: number): string => (index < 0 ? 'none' : filters[index]!.collisionSystems.join(' ') || `filter ${index}`);
    const other = rule === 'shared' ? 'literal' : 'shared';
    const table = element('table');
    const head = table.insertRow();
    head.append(element('th'), ...used.map(index => element('th', name(index))));
    let different = false;
    for (const row of used) {
      const line = table.insertRow();
      line.append(element('th', name(row)));
      for (const column of used) {
        const [now, then] = [collide(filters[row], filters[column], rule), collide(filters[row], filters[column], other)];
        different ||= now !== then;
        line.append(element('td', (now ? 'yes' : 'no') + (now === then ? '' : '*'), now ? 'yes' : 'no'));
      }
    }
    find('filters').replaceChildren(table, ...(different ? [element('p', `* otherwise in the ${other} reading`, 'quiet')] : []));
  }
}

type FilterRule = NonNullable<WorldSettings['filterRule']>;

/** Whether one filter accepts the systems of the other side: one of them suffices, or in the literal reading all must be listed. */
function accepts(filter: FilterDescription | undefined, systems: readonly string[], rule: FilterRule): boolean {
  const listed = (list: readonly string[]): boolean =>
    rule === 'shared' ? systems.some(system => list.includes(system)) : systems.every(system => list.includes(system));
  const {collideWithSystems, notCollideWithSystems} = filter ?? {};
  return (!collideWithSystems || listed(collideWithSystems)) && !(notCollideWithSystems && listed(notCollideWithSystems));
}
function collide(one: FilterDescription | undefined, other: FilterDescription | undefined, rule: FilterRule): boolean {
  return accepts(one, other?.collisionSystems ?? [], rule) && accepts(other, one?.collisionSystems ?? [], rule);
}

/** A button for each event that the behaviour graph takes. */
function showCustomEvents({customEvents}: Loaded, send: (event: string) => void): void {
  find('behaviour').hidden = customEvents === undefined;
  find('custom-events').replaceChildren(...(customEvents ?? []).map(({id}) => {
    const button = element('button', `Send “${id}”`);
    button.type = 'button';
    button.onclick = () => send(id);
    return button;
  }));
}

/** The node that a pointer is in; of what nodes refer to, the first that does. */
export function nodeOf(pointer: string, {shapes, materials, filters, jointDescriptions, colliders, triggers, joints, ...rest}: SceneDescription): number {
  const inNode = /^\/nodes\/(\d+)/.exec(pointer)?.[1];
  if (inNode !== undefined) return Number(inNode);
  const within = (item: {pointer?: string} | undefined): boolean =>
    !!item?.pointer && (pointer === item.pointer || pointer.startsWith(`${item.pointer}/`));
  const users = [
    ...colliders.map(c => ({node: c.node, of: [c, shapes[c.shape], materials[c.material], filters[c.filter]]})),
    ...triggers.map(t => ({node: t.node, of: [t, shapes[t.shape], filters[t.filter]]})),
    ...joints.map(j => ({node: j.node, of: [j, jointDescriptions[j.description]]})),
    ...[rest.motions, rest.vehicles, rest.wheels, rest.thrusters, rest.gravityVolumes].flat().map(item => ({node: item.node, of: [item]})),
  ];
  return users.find(({of}) => of.some(within))?.node ?? -1;
}

/** Diagnostics of a file. Each shows its place in the file, and goes to its node where there is a scene. */
export function showDiagnostics(
  diagnostics: readonly Diagnostic[], bytes: Uint8Array, description?: SceneDescription, choose?: (node: number) => void,
): void {
  const place = find('place');
  place.replaceChildren();
  find('diagnostic-count').textContent = diagnostics.length > 0 ? `(${diagnostics.length})` : '';
  find('diagnostics').replaceChildren(...diagnostics.slice(0, 200).map(({severity, pointer, message, code}) => {
    const item = element('li');
    const button = element('button', `${severity}: ${pointer}: ${message} [${code}]`, severity);
    button.type = 'button';
    button.onclick = () => {
      showPlace(place, bytes, pointer);
      const node = description ? nodeOf(pointer, description) : -1;
      if (node >= 0) choose?.(node);
    };
    item.append(button);
    return item;
  }));
  if (diagnostics.length === 0) find('diagnostics').replaceChildren(element('li', 'None.', 'quiet'));
}
