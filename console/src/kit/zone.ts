import { readStored, writeStored } from './storage.ts';

// The contract's own zone check comes with the schema library, which the login page must not have to load.
const DEFAULT_ZONE = 'Asia/Shanghai';

/** The IANA zone in which times travel and are shown: what the user chose, else the browser's. */
export function currentZone(): string {
  const chosen = readStored<string>('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return chosen && isZone(chosen) ? chosen : DEFAULT_ZONE;
}

/** Chooses a zone for this browser; undefined goes back to the browser's own. */
export const setZone = (zone: string | undefined): void => writeStored('zone', zone);

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
