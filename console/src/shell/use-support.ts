import { useQuery } from '@tanstack/react-query';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { call } from '../kit/client/call.ts';
import { keyOf, useCall } from '../kit/client/query.ts';

/** A support contact: its address and its name. */
export interface Support {
  readonly name: string;
  readonly href: string;
}

/** Returns the support contact of an agent or sub-user; undefined for staff, and when none is set. */
export function useSupport(): Support | undefined {
  const info = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const isCustomer = info.data !== undefined && info.data.userType !== userType.is.staff;
  const { data } = useQuery({
    queryKey: keyOf('answer', 'agent/user', 'service-address', {}),
    queryFn: askForAddress,
    enabled: isCustomer,
    staleTime: 60_000,
  });
  return supportOf(data?.serviceAddress ?? '');
}

/** Only agents load the contract of agents. */
async function askForAddress({ signal }: { signal: AbortSignal }) {
  const { agentUser } = await import('@trade-assistant/contract/areas/agent/user.ts');
  return call(agentUser, 'service-address', {}, { signal });
}

/** A Telegram user name, with or without its sign, or an https address. */
export function supportOf(address: string): Support | undefined {
  if (/^https:\/\//.test(address)) return { name: new URL(address).host, href: address };
  if (!/^@?\w+$/.test(address)) return undefined;
  const user = address.replace(/^@/, '');
  return { name: `@${user}`, href: `https://t.me/${user}` };
}
