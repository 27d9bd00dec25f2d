import type { CallError } from './call-error.ts';

/** An export refused because a second person has to approve it first. */
export interface LargeExport {
  /** `whatsapp/warehouse/export`. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The refusal, which says how many rows there are. */
  readonly sentence: string;
}
type Ask = (wanted: LargeExport) => void;

const NEEDED = 'EXPORT_NEEDS_APPROVAL';

let ask: Ask | undefined;

/** Says how people ask for a large export. Gives back how to stop. */
export function onLargeExport(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Whether a refused export can be asked for; then it is being asked for, and nothing more has to be said about it. */
export function isAskedFor(error: CallError, call: string, input: Readonly<Record<string, unknown>>): boolean {
  if (error.bizCode !== NEEDED || !ask) return false;
  ask({ call, input, sentence: error.message });
  return true;
}
