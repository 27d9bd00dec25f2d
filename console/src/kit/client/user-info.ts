import { keyOf, queryClient } from './query.ts';
import { sendForData } from './request.ts';

/** The parts of `auth/oauth/user-info` that the kit reads; the shell reads the same answer. */
interface UserInfo {
  readonly messagePort: number | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const KEY = keyOf('answer', 'auth/oauth', 'user-info', {});
const STALE_MILLIS = 60_000;

/** Returns the port of live messages; null for the page's own port, also where the server does not answer. */
export async function messagePortOfServer(): Promise<number | null> {
  const info = await queryClient
    .fetchQuery({
      queryKey: KEY,
      queryFn: async ({ signal }) =>
        (await sendForData({ path: 'auth/oauth/user-info', method: 'GET', input: {}, signal })) as UserInfo,
      staleTime: STALE_MILLIS,
    })
    .catch(() => undefined);
  return info?.messagePort ?? null;
}

/** Returns the public parameters of the last answer, by key; none before the first answer. */
export const publicParameters = (): UserInfo['parameters'] => queryClient.getQueryData<UserInfo>(KEY)?.parameters ?? {};
