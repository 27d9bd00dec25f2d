// The contract's own zone check comes with the schema library, which the login page must not have to load.
const DEFAULT_ZONE = 'Asia/Shanghai';

/** The IANA zone in which times travel and are shown: the browser's. */
export function currentZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isZone(timeZone) ? timeZone : DEFAULT_ZONE;
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
