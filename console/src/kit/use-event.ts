import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a handler that stays the same function over all renders and always runs the latest code: for properties of
 * memoised parts. Call it from events, not while rendering.
 */
export function useEvent<A extends readonly unknown[], R>(handler: (...values: A) => R): (...values: A) => R {
  const latest = useRef(handler);
  useInsertionEffect(() => {
    latest.current = handler;
  });
  return useCallback((...values: A) => latest.current(...values), []);
}
