// What a caller hands over, checked before it reaches the engine, which reads as many numbers as it expects.

/** So many numbers; a RangeError for more or fewer. */
export function exactly(count: number, values: ArrayLike<number>, what: string): number[] {
  if (values.length !== count) throw new RangeError(`${what} has ${values.length} numbers, not ${count}`);
  return Array.from(values);
}

/** A node's index as the engine takes it; -1, which no node has, for what is no index. */
export function nodeIndex(node: number): number {
  return Number.isInteger(node) && node >= 0 && node < 2 ** 31 ? node : -1;
}

/** The bytes of what holds bytes. */
export function bytesOf(data: Uint8Array | ArrayBufferLike | ArrayBufferView): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer || (typeof SharedArrayBuffer !== 'undefined' && data instanceof SharedArrayBuffer))
    return new Uint8Array(data);
  throw new TypeError('bytes have to be a Uint8Array or an ArrayBuffer');
}

/** The file's name in a path. */
export function lastPart(path: string, otherwise: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return name === '' || name === '.' || name === '..' ? otherwise : name;
}
