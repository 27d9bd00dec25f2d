import { useEffect, useState } from 'react';
import { countText } from './figures.tsx';

/** Milliseconds between two changes of a shown figure. */
const PAUSE_MILLIS = 1_000;

/** A count that changes at most once a second, and never makes its place narrower: what is beside it does not move. */
export function SteadyCount({ value }: { readonly value: number }) {
  const shown = countText(useSteady(value));
  const [widest, setWidest] = useState(shown.length);
  if (shown.length > widest) setWidest(shown.length);
  return (
    <span className="kit-number" style={{ display: 'inline-block', minInlineSize: `${widest}ch`, textAlign: 'end' }}>
      {shown}
    </span>
  );
}

/** Returns a value as it was at the last change, until a second has passed since then. */
function useSteady<T>(value: T): T {
  const [{ shown, since }, show] = useState({ shown: value, since: 0 });
  useEffect(() => {
    if (Object.is(shown, value)) return;
    const timer = setTimeout(
      () => show({ shown: value, since: Date.now() }),
      Math.max(0, since + PAUSE_MILLIS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [value, shown, since]);
  return shown;
}
