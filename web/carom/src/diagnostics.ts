/** One finding about a file. */
export interface Diagnostic {
  severity: 'error' | 'warning' | 'hint';
  /** Stable; docs/diagnostics.md lists them. */
  code: string;
  /** JSON pointer into the file, '' for the whole file. */
  pointer: string;
  message: string;
}

/** What could not be done, with every finding. */
export class CaromError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(what: string, diagnostics: readonly Diagnostic[] = []) {
    const first = diagnostics.find(d => d.severity === 'error') ?? diagnostics[0];
    super(first ? `${what}: ${first.pointer ? `${first.pointer}: ` : ''}${first.message} [${first.code}]` : what);
    this.name = 'CaromError';
    this.diagnostics = diagnostics;
  }
}
