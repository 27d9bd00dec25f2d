import { DEFAULT_ZONE, isZone } from '@trade-assistant/contract/kit/time.ts';
import { readStored, writeStored } from './storage.ts';

/** The IANA zone in which times travel and are shown: what the user chose, else the browser's. */
export function currentZone(): string {
  const chosen = readStored<string>('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return chosen && isZone(chosen) ? chosen : DEFAULT_ZONE;
}

/** Chooses a zone for this browser; undefined goes back to the browser's own. */
export const setZone = (zone: string | undefined): void => writeStored('zone', zone);
