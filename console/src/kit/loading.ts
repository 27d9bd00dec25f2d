import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Time limit for loading a piece of the program, in milliseconds. */
export const LOAD_LIMIT_MILLIS = 120_000;

/** A piece of the program that did not come. */
export class LoadError extends Error {
  constructor(cause?: unknown) {
    super('A piece of the program could not be loaded', { cause });
    this.name = 'LoadError';
  }
}

/** Loads a piece of the program, or fails with a LoadError: when it cannot be had, or does not come within the limit. */
export function loadPiece<T>(load: () => Promise<T>, limitMillis = LOAD_LIMIT_MILLIS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LoadError()), limitMillis);
    void load()
      .then(resolve, (error: unknown) => reject(isLoadFailure(error) ? new LoadError(error) : error))
      .finally(() => clearTimeout(timer));
  });
}

/** A component that is loaded when it is first shown, within the limit. */
// biome-ignore lint/suspicious/noExplicitAny: React's own bound; the component keeps its property types
export const lazyPiece = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> =>
  lazy(() => loadPiece(load));

/**
 * Returns whether a thrown value is a load failure: ours, or by the messages of the three browser engines and of Vite.
 */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof LoadError ||
  (error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message));
