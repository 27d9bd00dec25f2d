/** The time within which uses count. A day and a month are those of the tenant; the others end with the moment. `use`: each use alone. */
export type LimitWindow = 'use' | 'minute' | 'hour' | '24 hours' | 'day' | 'month' | 'ever';

/** How much of something is allowed within a time, or the least that is asked. */
export interface DeclaredLimit {
  readonly name: string;
  readonly window: LimitWindow;
  readonly unit: 'money' | 'units' | 'messages' | 'parts' | 'people' | 'days' | 'things';
}

const limits = new Map<string, DeclaredLimit>();

/** Declares a limit beside the code that enforces it: `generated/declared-limits.test.ts` tries it at its value. @returns the limit */
export function declareLimit(limit: DeclaredLimit): DeclaredLimit {
  if (limits.has(limit.name)) throw new Error(`The limit “${limit.name}” is declared twice`);
  limits.set(limit.name, limit);
  return limit;
}

/** Returns all declared limits. */
export const declaredLimits = (): readonly DeclaredLimit[] => [...limits.values()];
