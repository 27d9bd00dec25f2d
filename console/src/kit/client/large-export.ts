import type { CallError } from './call-error.ts';

/** An export refused because a second person has to approve it first. */
export interface LargeExport {
  /** `whatsapp/warehouse/export`. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The refusal, which contains the number of rows. */
  readonly sentence: string;
}
type Ask = (wanted: LargeExport) => void;

const NEEDED = 'EXPORT_NEEDS_APPROVAL';

let ask: Ask | undefined;

/** Registers the dialog for large exports. Returns a function that removes it. */
export function onLargeExport(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/**
 * Returns whether approval can be requested for a refused export; if so, the dialog opens and no error needs to be
 * shown.
 */
export function isAskedFor(error: CallError, call: string, input: Readonly<Record<string, unknown>>): boolean {
  if (error.bizCode !== NEEDED || !ask) return false;
  ask({ call, input, sentence: error.message });
  return true;
}
