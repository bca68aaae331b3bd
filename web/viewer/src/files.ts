// Where scenes come from: files that are dropped or chosen, the gallery, a URL.
import type {Files} from './protocol.js';

const isScene = (name: string): boolean => /\.(gltf|glb)$/i.test(name);
const last = (path: string): string => path.split('/').at(-1)!;

interface Named {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

async function entriesOf(entry: FileSystemEntry, path: string, found: Named[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({path: path + entry.name, bytes: new Uint8Array(await file.arrayBuffer())});
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A folder gives its entries in portions.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await entriesOf(one, `${path}${entry.name}/`, found);
  }
}

/** The scene among some files, with the others by path from its folder. */
function together(found: Named[]): Files {
  const scene = found.find(file => isScene(file.path));
  if (!scene) throw new Error('There is no .gltf or .glb among the files.');
  const folder = scene.path.slice(0, scene.path.length - last(scene.path).length);
  const others = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const file of found) {
    if (file !== scene) others.set(file.path.startsWith(folder) ? file.path.slice(folder.length) : last(file.path), file.bytes);
  }
  return {name: last(scene.path), bytes: scene.bytes, others};
}

export async function fromDrop(data: DataTransfer): Promise<Files> {
  const entries = [...data.items].map(item => item.webkitGetAsEntry()).filter(entry => entry !== null);
  const found: Named[] = [];
  for (const entry of entries) await entriesOf(entry, '', found);
  return together(found);
}

export async function fromList(list: Iterable<File>): Promise<Files> {
  const found: Named[] = [];
  for (const file of list) found.push({path: file.webkitRelativePath || file.name, bytes: new Uint8Array(await file.arrayBuffer())});
  return together(found);
}

/** Told how much of a file there is, 0..1; undefined where its length is not known. */
export type Progress = (share?: number) => void;

async function get(url: URL, progress: Progress, signal: AbortSignal | null): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, {cache: 'no-store', signal});
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}.`);
  // What is compressed on its way has another length.
  const length = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length'));
  if (!response.body || !(length > 0)) {
    progress();
    return new Uint8Array(await response.arrayBuffer());
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let got = 0;
  for (const reader = response.body.getReader(); ; ) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.byteLength;
    progress(Math.min(1, got / length));
  }
  const all = new Uint8Array(got);
  parts.reduce((at, part) => (all.set(part, at), at + part.byteLength), 0);
  return all;
}

/** Where the scenes that come with the page are. */
export const GALLERY = 'scenes/';

/** A scene at an address, with the files that it names. `signal` ends it before all is there. */
export async function fromUrl(address: string, progress: Progress = () => {}, signal: AbortSignal | null = null): Promise<Files> {
  const url = new URL(address, document.baseURI);
  const bytes = await get(url, progress, signal);
  const others = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const uri of namedIn(bytes)) {
    try {
      others.set(decodeURIComponent(uri), await get(new URL(uri, url), progress, signal));
    } catch {
      // The engine says what is missing, with its place in the file.
      signal?.throwIfAborted();
    }
  }
  return {name: decodeURIComponent(last(url.pathname)), address, bytes, others};
}

export const nameWithoutEnding = (name: string): string => name.replace(/\.[^.]*$/, '');

/** The text of the JSON of a .gltf or .glb; undefined where it has none. */
export function jsonOf(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const binary = bytes.byteLength >= 4 && view.getUint32(0, true) === 0x46546c67;
  if (binary && bytes.byteLength <= 20) return undefined;
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(binary ? bytes.subarray(20, 20 + view.getUint32(12, true)) : bytes);
  } catch {
    return undefined;
  }
}

/** The JSON of a .gltf or .glb. */
export function documentOf(bytes: Uint8Array): {[member: string]: unknown} | undefined {
  try {
    return JSON.parse(jsonOf(bytes) ?? '') as {[member: string]: unknown};
  } catch {
    return undefined;
  }
}

function namedIn(bytes: Uint8Array): string[] {
  const document = documentOf(bytes);
  return ['buffers', 'images'].flatMap(kind => {
    const list = document?.[kind];
    return Array.isArray(list) ? list.map(item => (item as {uri?: unknown} | null)?.uri) : [];
  }).filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'));
}
