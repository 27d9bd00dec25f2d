import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { withDependents } from '@trade-assistant/contract/changes.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData, CallInput, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import { onLocaleChange } from '../i18n.ts';
import { type CallName, call } from './call.ts';
import { CallError } from './call-error.ts';
import { sendForData } from './request.ts';
import { useSession } from './session.ts';

/** The store of server data. The caller shows failures; retries happen only where they may help. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // By default a query without a network waits silently; with `always` it fails and offers a retry.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof CallError && error.canRetry,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Data of one user must not be shown to the next one or stay behind a locked screen.
useSession.subscribe((session, before) => {
  const isOther = session.user?.userId !== before.user?.userId;
  if (isOther || (session.isLocked && !before.isLocked)) queryClient.clear();
});
// Sentences and names come from the server in the language of the request.
onLocaleChange(() => void queryClient.invalidateQueries());

interface UseCallOptions {
  readonly enabled?: boolean;
  /** Keeps showing the rows before while the next ones load. */
  readonly keepPrevious?: boolean;
  /** How long an answer counts as fresh, in milliseconds. */
  readonly staleMillis?: number;
  /** Asks again after so many milliseconds; false to stop. */
  readonly everyMillis?: number | false;
}

/**
 * The kind of a cached value: a whole answer, the choices read from one, or one choice. It is part of the key because
 * two readers of one call cache different values.
 */
type Kind = 'answer' | 'choices' | 'choice';

/** Returns the cache key of a value derived from a call's answer. All query keys are made here. */
export const keyOf = (kind: Kind, resource: string, call: string, input: unknown, locale?: Locale) =>
  [resource, kind, call, input, ...(locale ? [locale] : [])] as const;

/** The key under which a call's answer is kept. */
export const callKey = (resource: Resource, name: string, input: unknown) =>
  keyOf('answer', resource.name, name, input);

const optionsOf = (options: UseCallOptions) => ({
  enabled: options.enabled ?? true,
  ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  ...(options.staleMillis !== undefined ? { staleTime: options.staleMillis } : {}),
  ...(options.everyMillis !== undefined ? { refetchInterval: options.everyMillis } : {}),
});

const NO_INPUT = {};

/** Reads a call by its name and keeps it fresh: for parts that are shown before the contract of its area is loaded. */
export const useNamedCall = <T>(
  resource: string,
  name: string,
  { input = NO_INPUT, ...options }: UseCallOptions & { readonly input?: Readonly<Record<string, unknown>> } = {},
): UseQueryResult<T, Error> =>
  useQuery<T, Error>({
    queryKey: keyOf('answer', resource, name, input),
    queryFn: async ({ signal }) =>
      (await sendForData({ path: `${resource}/${name}`, method: 'GET', input, signal })) as T,
    ...optionsOf(options),
  });

/** Reads a call of the contract and keeps it fresh. */
export function useCall<R extends Resource, K extends CallName<R>>(
  resource: R,
  name: K,
  input: CallInput<R, K, 'in'>,
  options: UseCallOptions = {},
): UseQueryResult<CallData<R, K, 'in'>, Error> {
  return useQuery<CallData<R, K, 'in'>, Error>({
    queryKey: callKey(resource, name, input),
    queryFn: ({ signal }) => call(resource, name, input, { signal }),
    ...optionsOf(options),
  });
}

/** How often this browser changed each resource. */
const ownChanges = new Map<string, number>();
export const ownChangesOf = ({ name }: Resource): number => ownChanges.get(name) ?? 0;

/** Reloads the open screens of resources that this browser changed, and of their dependents. */
export function invalidate(...changed: readonly (Resource | ResourceName)[]): Promise<void> {
  const names = withDependents(changed.map((one) => (typeof one === 'string' ? one : one.name)));
  for (const name of names) ownChanges.set(name, (ownChanges.get(name) ?? 0) + 1);
  return reload(names);
}

/** Refetches the open screens of exactly these resources. */
export async function reload(names: Iterable<string>): Promise<void> {
  await Promise.all([...names].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
