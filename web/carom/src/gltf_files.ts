// Which files a glTF document names.

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;

/** The JSON of a .gltf or .glb; undefined where there is none, which the engine's own reader will explain. */
export function documentOf(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = bytes;
  if (bytes.byteLength >= 20 && view.getUint32(0, true) === MAGIC) {
    if (view.getUint32(16, true) !== JSON_CHUNK) return undefined;
    text = bytes.subarray(20, 20 + view.getUint32(12, true));
  }
  try {
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}

/** Where a URI of a document leads from the document's folder; undefined: nowhere, or out of it. */
export function pathOf(uri: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(uri);
  } catch {
    return undefined;
  }
  const parts: string[] = [];
  for (const part of decoded.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.length > 0 && !decoded.endsWith('/') ? parts.join('/') : undefined;
}

function uris(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list
    .map(item => (item as {uri?: unknown} | null)?.uri)
    .filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'));
}

/** URIs of buffers, without which the scene cannot be loaded, and of images, which only baking needs. */
export function externalUris(bytes: Uint8Array): {buffers: string[]; images: string[]} {
  const document = documentOf(bytes) as {buffers?: unknown; images?: unknown} | undefined;
  return {buffers: [...new Set(uris(document?.buffers))], images: [...new Set(uris(document?.images))]};
}

/** Whether the bytes are a .glb. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === MAGIC;
}
