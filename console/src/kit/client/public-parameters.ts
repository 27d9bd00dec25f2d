import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { callKey, queryClient } from './query.ts';

type PublicParameters = CallData<typeof oauth, 'user-info', 'in'>['parameters'];

/** The public parameters as the server told them last, by key; nothing before it has answered. */
export const publicParameters = (): PublicParameters =>
  queryClient.getQueryData<CallData<typeof oauth, 'user-info', 'in'>>(callKey(oauth, 'user-info', {}))?.parameters ??
  {};
