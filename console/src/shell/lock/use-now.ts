import { useEffect, useState } from 'react';

const MINUTE_MILLIS = 60_000;

/** The time, again at every full minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MILLIS - (now.getTime() % MINUTE_MILLIS));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
