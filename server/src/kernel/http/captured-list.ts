import type { Db } from '../db/index.ts';
import type { ListSource } from '../lists.ts';

/** Ends a list that was called to learn which rows it would read. */
export class CapturedList extends Error {
  readonly source: ListSource;

  constructor(source: ListSource) {
    super('The list was called for its source');
    this.source = source;
  }
}

const capturing = new WeakSet<Db>();

/** Returns a view of the database in which a list ends with its source instead of reading rows. */
export function capturingDb(db: Db): Db {
  const view = Object.create(db) as Db;
  capturing.add(view);
  return view;
}

/** @throws CapturedList in a call made for the source of its list */
export function endIfCaptured(db: Db, source: () => ListSource): void {
  if (capturing.has(db)) throw new CapturedList(source());
}
