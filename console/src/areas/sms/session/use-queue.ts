import { useInfiniteQuery } from '@tanstack/react-query';
import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { type InboxView, inboxSorts, inboxViews } from '@trade-assistant/contract/areas/sms/session-calls.ts';
import { sessionStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { callKey } from '../../../kit/client/query.ts';

export type Item = CallData<typeof smsSession, 'queue', 'in'>['items'][number];
export type Badges = CallData<typeof smsSession, 'badges', 'in'>;

export interface Filters {
  readonly view: InboxView;
  readonly sort: (typeof inboxSorts)[number];
  readonly taskId: string | null;
  readonly minutes: string | null;
  /** Words of texts, or a number. */
  readonly find: string | null;
}

const PAGE = 50;
const PAGES_MAX = 40;

/** Reads the filters of the address. */
export function filtersOf(search: URLSearchParams): Filters {
  // The home page links to the list of sessions by their state.
  const isOfHome = search.get('sessionStatus') === String(sessionStatus.is.waiting);
  const view = inboxViews.find((one) => one === search.get('view')) ?? (isOfHome ? 'waiting' : 'all');
  const sort = inboxSorts.find((one) => one === search.get('sort')) ?? 'waiting';
  const minutes = search.get('minutes');
  return {
    ...{ view, sort, taskId: search.get('taskId') },
    minutes: minutes !== null && /^\d{1,5}$/.test(minutes) ? minutes : null,
    find: search.get('find'),
  };
}

/** Whether the typed text is a number rather than words. */
const isNumber = (typed: string): boolean => /^[+\d\s()*-]{4,}$/.test(typed);

/** The sessions of the inbox, in an order that stays while one of them is open or under the pointer. */
export function useQueue({ view, sort, taskId, minutes, find }: Filters) {
  const input = {
    ...{ view, sort, size: PAGE },
    ...(taskId ? { taskId } : {}),
    ...(view === 'waiting' ? { minutes: Number(minutes ?? 0) } : {}),
    ...(find ? (isNumber(find) ? { number: find } : { text: find }) : {}),
  };
  const list = useInfiniteQuery({
    queryKey: callKey(smsSession, 'queue', input),
    queryFn: ({ pageParam, signal }) =>
      call(smsSession, 'queue', pageParam === '' ? input : { ...input, after: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    maxPages: PAGES_MAX,
  });
  const loaded = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [held, setHeld] = useState<{ readonly key: string; readonly order: readonly string[] } | null>(null);
  const [isPointed, setPointed] = useState(false);
  const [cursor, setCursor] = useState<string | null>(null);
  const key = JSON.stringify(input);
  const order = held?.key === key ? held.order : null;
  const { items, fresh } = steady(loaded, order);
  const hold = (on: boolean) => setHeld(on ? { key, order: items.map(({ id }) => id) } : null);
  return {
    items,
    /** Sessions that came while the order was held. */
    fresh,
    isLoading: list.isPending,
    error: list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
    cursor,
    setCursor,
    /** Keeps the order while a session is open. */
    hold: (openId: string | null) => {
      setCursor(openId ?? cursor);
      if (!isPointed || openId !== null) hold(openId !== null);
    },
    point: (isOver: boolean, isOpen: boolean) => {
      setPointed(isOver);
      if (isOver) hold(true);
      else if (!isOpen) hold(false);
    },
    /** Shows the present order with the new sessions. */
    renew: () => setHeld(null),
    move: (by: number, openId: string | null) => {
      const at = items.findIndex(({ id }) => id === (cursor ?? openId));
      const next = items[Math.max(0, Math.min(items.length - 1, at + by))];
      if (next) setCursor(next.id);
    },
    nextUnread: (from: string | null): string | null => {
      const at = items.findIndex(({ id }) => id === from);
      const around = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))];
      return (around.find(({ unread }) => unread > 0) ?? around[0])?.id ?? from;
    },
    /** The session after one, for closing and going on. */
    after: (id: string): string | null => {
      const at = items.findIndex((one) => one.id === id);
      return (items[at + 1] ?? items[at - 1])?.id ?? null;
    },
  };
}

/** Returns rows in a held order with their present content, and how many rows are new; without an order as loaded. */
export function steady(
  loaded: readonly Item[],
  order: readonly string[] | null,
): { readonly items: readonly Item[]; readonly fresh: number } {
  if (order === null) return { items: loaded, fresh: 0 };
  const byId = new Map(loaded.map((item) => [item.id, item]));
  const kept = order.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(order);
  const added = loaded.filter(({ id }) => !known.has(id));
  // Those behind the last known one are a further page; those before it arrived meanwhile.
  const last = loaded.findLastIndex(({ id }) => known.has(id));
  const behind = added.filter((item) => loaded.indexOf(item) > last);
  return { items: [...kept, ...behind], fresh: added.length - behind.length };
}
