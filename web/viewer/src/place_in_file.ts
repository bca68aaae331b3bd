// Where a JSON pointer (RFC 6901) points in the text of a file, and the text around it.
import {jsonOf} from './files.js';

/** Characters of a text. */
export interface Place {
  start: number;
  end: number;
}

const AROUND = 240;
const LONGEST = 400;

/** Goes through a JSON text. What is no JSON stops it: `at` is where. */
class Reader {
  at = 0;
  constructor(readonly text: string) {}

  space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
  string(): string {
    const start = this.at;
    if (this.text[start] !== '"') throw new SyntaxError('no string');
    for (this.at += 1; this.at < this.text.length && this.text[this.at] !== '"'; ++this.at) if (this.text[this.at] === '\\') this.at += 1;
    this.at += 1;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }
  /** Whether it is there; then it is behind. */
  sign(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
  expect(character: string): void {
    if (!this.sign(character)) throw new SyntaxError(`no ${character}`);
  }

  /** Reads a value: the place of what the parts point to in it, as far as it is there. */
  value(parts: readonly string[]): Place {
    this.space();
    const start = this.at;
    let found: Place | undefined;
    const first = this.text[this.at];
    if (first === '{' || first === '[') {
      const close = first === '{' ? '}' : ']';
      this.at += 1;
      for (let index = 0; !this.sign(close); ++index) {
        if (index > 0) this.expect(',');
        this.space();
        const from = this.at;
        const name = first === '{' ? this.string() : String(index);
        if (first === '{') this.expect(':');
        const wanted = parts.length > 0 && name === parts[0];
        const inner = this.value(wanted ? parts.slice(1) : []);
        // A member is shown with its name.
        if (wanted) found = parts.length === 1 ? {start: from, end: inner.end} : inner;
      }
    } else if (first === '"') {
      this.string();
    } else {
      const length = /^[-+.\w]+/.exec(this.text.slice(this.at, this.at + 64))?.[0].length ?? 0;
      if (length === 0) throw new SyntaxError('no value');
      this.at += length;
    }
    return found ?? {start, end: this.at};
  }
}

/** The place of the value, of what would hold it where it is missing, or of what is no JSON. */
export function placeOf(text: string, pointer: string): Place {
  const reader = new Reader(text);
  try {
    return reader.value(pointer.split('/').slice(1).map(part => part.replaceAll('~1', '/').replaceAll('~0', '~')));
  } catch {
    const start = Math.min(reader.at, text.length);
    return {start, end: Math.min(text.length, start + 1)};
  }
}

/** Shows it in an element, marked; of a long value the beginning. */
export function showPlace(into: HTMLElement, bytes: Uint8Array, pointer: string): void {
  const title = document.createElement('p');
  title.textContent = pointer === '' ? 'In the file' : pointer;
  const text = jsonOf(bytes);
  if (text === undefined) {
    title.textContent = 'The file has no JSON that could be shown.';
    return into.replaceChildren(title);
  }
  const {start, end} = placeOf(text, pointer);
  const line = text.slice(0, start).split('\n').length;
  title.textContent += `, line ${line}:`;
  const shownEnd = Math.min(end, start + LONGEST);
  const [from, to] = [Math.max(0, start - AROUND), Math.min(text.length, shownEnd + AROUND)];
  const block = document.createElement('pre');
  const mark = document.createElement('mark');
  mark.textContent = text.slice(start, shownEnd) + (shownEnd < end ? '…' : '');
  block.append((from > 0 ? '…' : '') + text.slice(from, start), mark, text.slice(shownEnd, to) + (to < text.length ? '…' : ''));
  // It has to be scrolled, by keys too.
  block.tabIndex = 0;
  block.setAttribute('aria-label', 'The text of the file around the place');
  into.replaceChildren(title, block);
  mark.scrollIntoView?.({block: 'nearest', inline: 'nearest'});
}
