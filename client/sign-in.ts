import createClient from 'openapi-fetch';
import type { paths } from './generated/api.ts';

/**
 * An example of a third-party client: signs in and requests prices and a row, using only the types of the API document.
 */
export async function signIn(
  username: string,
  password: string,
  send: (request: Request) => Promise<Response>,
): Promise<{ account: string; available: readonly number[]; refused: string | undefined }> {
  const client = createClient<paths>({ baseUrl: 'http://localhost', fetch: send });
  const { data: tokens, error } = await client.POST('/api/auth/oauth/token', {
    body: { grant_type: 'password', username, password },
  });
  if (!tokens) throw new Error('error_description' in error ? error.error_description : error.msg);
  const headers = { Token: `bearer ${tokens.access_token}` };
  const me = await client.GET('/api/auth/oauth/user-info', { headers });
  const stock = await client.GET('/api/whatsapp/warehouse/page', {
    headers,
    params: { query: { size: 10, stockStatus: 0, createTime_dategt: '2026-01-01 00:00:00' } },
  });
  const refused = await client.POST('/api/user/country/remove', { headers, body: { ids: '999999999999999999' } });
  return {
    account: me.data?.data.account ?? '',
    available: stock.data?.data.records.map(({ stockStatus }) => stockStatus) ?? [],
    refused: refused.error && 'bizCode' in refused.error ? refused.error.bizCode : undefined,
  };
}
