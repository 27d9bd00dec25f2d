import { createHash } from 'node:crypto';
import { dictionaryList, FLOW } from '@trade-assistant/contract/dictionary-list.ts';
import {
  type Dictionary,
  type DictionaryEntry,
  entryOf,
  labelled,
  type Tone,
  toneKind,
} from '@trade-assistant/contract/kit/dictionary.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/index.ts';
import { openReloadingCache, type ReloadingCache } from '../db/reloading-cache.ts';

/** A trigger of `sys_dict` notifies it with every change. */
const CHANNEL = 'dictionary_change';
/** A value as sent to consoles. */
export interface Label {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly tone: number | null;
  readonly isSealed: boolean;
}

/** Which screen a business document opens: key from dictionary code and entry key, value from the entry's remark. */
export interface FlowRoute {
  readonly routeKey: string;
  readonly routeValue: string;
}

/** Present names of the program's dictionary values, cached by the process and reloaded after a change. */
export interface Dictionaries extends ReloadingCache {
  /** The dictionary with the operators' changes: names, order, colours, and added entries if it is open. */
  current<D extends Dictionary>(dictionary: D): D;
  /** Returns the name of a value; its number if unknown. */
  nameOf(dictionary: Dictionary, value: number, locale: Locale): string;
  /** Everything by code, under a name that changes with it. */
  labels(): {
    readonly version: string;
    readonly dictionaries: Readonly<Record<string, Label[]>>;
    readonly routes: readonly FlowRoute[];
  };
}

interface Stored {
  readonly version: string;
  readonly labels: Readonly<Record<string, Label[]>>;
  readonly entries: ReadonlyMap<string, readonly DictionaryEntry[]>;
  readonly routes: readonly FlowRoute[];
}

const EMPTY: Stored = { version: '', labels: {}, entries: new Map(), routes: [] };

/** @throws if the database does not answer at the start; later it keeps its last values */
export async function openDictionaries(db: Db, log: Pick<Logger, 'warn'>): Promise<Dictionaries> {
  let stored = EMPTY;
  // By the object that declares it: some screens and imports declare a part of a dictionary under its code.
  let shown = new WeakMap<Dictionary, Dictionary>();
  const current = <D extends Dictionary>(dictionary: D): D => {
    const known = shown.get(dictionary);
    if (known) return known as D;
    const made = labelled(dictionary, stored.entries.get(dictionary.code));
    shown.set(dictionary, made);
    return made;
  };
  const { refresh, close } = await openReloadingCache({
    db,
    log,
    channel: CHANNEL,
    what: 'dictionaries',
    read: async () => {
      stored = await readLabels(db);
      shown = new WeakMap();
    },
  });
  return {
    current,
    nameOf: (dictionary, value, locale) => entryOf(current(dictionary), value)?.[locale] ?? String(value),
    labels: () => ({ version: stored.version, dictionaries: stored.labels, routes: stored.routes }),
    refresh,
    close,
  };
}

const CODES = [...dictionaryList.map(({ dictionary }) => dictionary.code), FLOW];
const TONES = new Map<number, Tone>(Object.entries(toneKind.is).map(([name, value]) => [value, name as Tone]));

/** Some hundreds of rows: dictionaries of operators' own are not among them, and an open one has a limit. */
async function readLabels(db: Db): Promise<Stored> {
  const { rows } = await db.drizzle.execute<{
    code: string;
    key: string;
    zh: string;
    en: string;
    tone: number | null;
    is_sealed: number;
    remark: string | null;
  }>(sql`
    select code, dict_key as key, dict_value as zh, coalesce(nullif(dict_value_en, ''), dict_value) as en, tone, is_sealed, remark
    from sys_dict where parent_id is not null and deleted_at is null and code = any(${sql.param(CODES)}::text[])
    order by code, sort, id`);
  const labels: Record<string, Label[]> = {};
  const routes: FlowRoute[] = [];
  for (const { code, is_sealed, remark, ...label } of rows) {
    if (code === FLOW) {
      if (remark && is_sealed === 0) routes.push({ routeKey: `${FLOW}_${label.key}`, routeValue: remark });
      continue;
    }
    labels[code] ??= [];
    labels[code].push({ ...label, isSealed: is_sealed === 1 });
  }
  const version = createHash('sha256')
    .update(JSON.stringify([labels, routes]))
    .digest('base64url')
    .slice(0, 16);
  const entries = new Map(Object.entries(labels).map(([code, all]) => [code, all.map(entryOfLabel)]));
  return { version, labels, entries, routes };
}

function entryOfLabel({ key, zh, en, tone, isSealed }: Label): DictionaryEntry {
  const named = tone === null ? undefined : TONES.get(tone);
  return { value: Number(key), zh, en, ...(named ? { tone: named } : {}), ...(isSealed ? { isSealed } : {}) };
}
