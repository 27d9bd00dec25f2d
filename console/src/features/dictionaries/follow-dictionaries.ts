import { type DictionaryEntry, type Tone, toneKind } from '@trade-assistant/contract/kit/dictionary.ts';
import { call } from '../../kit/client/call.ts';
import { knownVersion, setKnownDictionaries } from '../../kit/dictionaries.ts';
import { onServerEvent, useIsLive } from '../../kit/realtime/channel.ts';

const TONES = new Map<number, Tone>(Object.entries(toneKind.is).map(([name, value]) => [value, name as Tone]));
const RETRY_MILLIS = 30_000;
const RESOURCE = 'system/dict';

/**
 * Fetches the names of values, and again when they change or the channel reconnects. Returns a function that stops it.
 */
export function followDictionaries(): () => void {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isStale = false;
  const ask = async (): Promise<void> => {
    isStale = true;
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    try {
      while (isStale && !ended.signal.aborted) {
        isStale = false;
        await load(ended.signal);
      }
    } catch {
      // Names as they were serve meanwhile.
      if (!ended.signal.aborted) timer = setTimeout(() => void ask(), RETRY_MILLIS);
    } finally {
      isBusy = false;
    }
  };
  void ask();
  const stops = [
    onServerEvent<{ resource?: unknown }>('changed', ({ resource }) => {
      if (resource === RESOURCE) void ask();
    }),
    useIsLive.subscribe(({ isLive }, before) => {
      if (isLive && !before.isLive) void ask();
    }),
  ];
  return () => {
    ended.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

async function load(signal: AbortSignal): Promise<void> {
  const { dict } = await import('@trade-assistant/contract/areas/system/dict.ts');
  const version = knownVersion();
  const told = await call(dict, 'labels', version ? { version } : {}, { signal });
  if (!told.dictionaries) return;
  const entries = Object.fromEntries(
    Object.entries(told.dictionaries).map(([code, labels]) => [
      code,
      labels.map(({ key, zh, en, tone, isSealed }): DictionaryEntry => {
        const named = tone === null ? undefined : TONES.get(tone);
        return { value: Number(key), zh, en, ...(named ? { tone: named } : {}), ...(isSealed ? { isSealed } : {}) };
      }),
    ]),
  );
  const routes = Object.fromEntries((told.routes ?? []).map(({ routeKey, routeValue }) => [routeKey, routeValue]));
  setKnownDictionaries({ version: told.version, entries, routes });
}
