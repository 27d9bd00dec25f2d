import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { useCall } from '../../kit/client/query.ts';

/** Returns whether the user is a seller rather than a buyer; true until it is known. */
export function useIsStaff(): boolean {
  const { data } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  return data === undefined || data.userType === userType.is.staff;
}
