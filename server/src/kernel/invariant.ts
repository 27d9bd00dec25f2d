/** A state our own code must never reach. Reported as our fault; the caller sees a plain 500. */
export class InvariantError extends Error {
  readonly id: string;
  readonly detail: unknown;

  constructor(id: string, detail?: unknown) {
    super(`Invariant ${id} is broken`);
    this.name = 'InvariantError';
    this.id = id;
    this.detail = detail;
  }
}

/** Asserts a condition; `id` is unique in the program, so that a report identifies the line. */
export function invariant(condition: unknown, id: string, detail?: unknown): asserts condition {
  if (!condition) throw new InvariantError(id, detail);
}
