import type { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { sessionEventKind } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';

export type Page = CallData<typeof smsSession, 'messages', 'in'>;
export type Entry = Page['entries'][number];

/** A reply or note on its way. */
export interface Pending {
  readonly clientKey: string;
  readonly text: string;
  readonly isNote: boolean;
  readonly time: string;
  /** The newest entry when it was begun; null: when it was first sent. */
  readonly begunAt: string | null;
  /** Why it failed; null while it is sent. */
  readonly problem: string | null;
}

export interface ThreadState {
  /** In their order, without reports of texts, which change the text they are about. */
  readonly entries: readonly Entry[];
  readonly pending: readonly Pending[];
  /** The place up to which everything is known; null before the first answer. */
  readonly last: string | null;
  readonly hasOlder: boolean;
  readonly isLoaded: boolean;
}

export const EMPTY_THREAD: ThreadState = {
  entries: [],
  pending: [],
  last: null,
  hasOlder: false,
  isLoaded: false,
};

/** Adds a page of newer entries: each once, reports at the texts they are about, and no bubble beside the entry that it became. */
export function added(state: ThreadState, page: Page, isFirst: boolean): ThreadState {
  const known = new Set(state.entries.map(({ id }) => id));
  const fresh = page.entries.filter(({ id }) => !known.has(id));
  const reports = new Map(
    fresh.flatMap(({ kind, refNo, status, errorCode }) =>
      kind === sessionEventKind.is.outcome && refNo !== null ? [[refNo, { status, errorCode }] as const] : [],
    ),
  );
  const entries = [...state.entries, ...fresh.filter(({ kind }) => kind !== sessionEventKind.is.outcome)].map(
    (entry) => {
      const report = reports.get(entry.id);
      return report ? { ...entry, ...report } : entry;
    },
  );
  const keys = new Set(entries.flatMap(({ clientKey }) => clientKey ?? []));
  return {
    entries,
    pending: state.pending.filter(({ clientKey }) => !keys.has(clientKey)),
    last: page.last,
    hasOlder: isFirst ? page.hasOlder : state.hasOlder,
    isLoaded: true,
  };
}
