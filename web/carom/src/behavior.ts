// What a behaviour graph (KHR_interactivity) says and is told.

/** A value with its type, as the document names types: `bool`, `int`, `float`, `float2` ... `float4x4` (by columns), `ref`. */
export interface TypedValue {
  readonly type: string;
  readonly value: boolean | number | readonly number[] | string;
}
export interface NamedValue extends TypedValue {
  readonly name: string;
}
/** What a caller gives for a value. */
export type GivenValue = boolean | number | readonly number[];

/** An event that can be sent to the graph, with its values as they are when they are left out. */
export interface CustomEvent {
  readonly id: string;
  readonly values: readonly NamedValue[];
}
/** From a debug/log node. `pointer`: of the node. */
export interface LogMessage {
  /** s */
  readonly time: number;
  readonly severity: number;
  readonly text: string;
  readonly pointer: string;
}
/** An event with an id that the graph has sent. */
export interface SentEvent {
  /** s */
  readonly time: number;
  readonly id: string;
  readonly values: readonly NamedValue[];
}

/** JSON has no word for numbers that are not finite: the engine writes them as text. */
function restored(value: unknown): TypedValue['value'] {
  if (Array.isArray(value)) return value.map(Number);
  return value as TypedValue['value'];
}
function typed<T extends TypedValue>(item: T): T {
  const {type, value} = item;
  return {...item, value: type === 'float' || type === 'int' ? Number(value) : restored(value)};
}

export function readValue(text: string): TypedValue {
  return typed(JSON.parse(text) as TypedValue);
}
export function readValues(text: string): NamedValue[] {
  return (JSON.parse(text) as NamedValue[]).map(typed);
}
export function readEvents<T extends {readonly values: readonly NamedValue[]}>(events: readonly T[]): T[] {
  return events.map(event => ({...event, values: event.values.map(typed)}));
}

/** The numbers of a value as the engine takes them. */
export function numbersOf(value: TypedValue['value']): number[] {
  if (typeof value === 'object') return [...value];
  return [Number(value)];
}

/** The numbers of all values of an event; undefined where one is unknown or of another size. */
export function eventNumbers(event: CustomEvent, given: Readonly<Record<string, GivenValue>>): number[] | undefined {
  const names = new Set(event.values.map(value => value.name));
  if (Object.keys(given).some(name => !names.has(name))) return undefined;
  const numbers: number[] = [];
  for (const {name, value} of event.values) {
    const usual = numbersOf(typeof value === 'string' ? 0 : value);
    const own = Object.hasOwn(given, name) ? numbersOf(given[name]!) : usual;
    if (own.length !== usual.length) return undefined;
    numbers.push(...own);
  }
  return numbers;
}
