import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import type { TestApp, TestUser } from './app.ts';
import { PIXEL } from './pixel.ts';
import { cheatedSeed, sentSeed } from './seeds.ts';

const call = (name: string) => `user/app-user/${name}`;

/** Requests to the calls of app users; `next` counts. */
export function appUserExamples(product: TestApp, agent: TestUser, next: () => number) {
  const opened = async (): Promise<string> => String((await product.appUser({ agent })).id);
  const inState = async (status: number): Promise<string> => {
    const id = await opened();
    await product.db.pool.query('update sys_user set status = $2 where id = $1', [id, status]);
    return id;
  };
  const account = () => ({ account: `app_form_${next()}`, realName: 'App user', countryCode: 'US' });
  const neverUsed = async (): Promise<string> =>
    (await product.admin.post(call('add'), { ...account(), password: 'Secret-pass-1' })).body.data.id;
  const reason = 'Asked for it';
  return {
    [call('add')]: () => ({ body: { ...account(), password: 'Secret-pass-1', agentId: String(agent.id) } }),
    [call('update')]: async () => ({ body: { id: await opened(), realName: `Renamed ${next()}` } }),
    [call('remove')]: async () => ({ body: { ids: await neverUsed() } }),
    [call('approve')]: async () => ({ body: { ids: await inState(3) } }),
    [call('refuse')]: async () => ({ body: { ids: await inState(3), reason } }),
    [call('disable')]: async () => ({ body: { ids: await opened(), reason } }),
    [call('enable')]: async () => ({ body: { ids: await inState(0) } }),
    [call('manual-update-balance')]: async () => ({ body: { money: '5', ids: await opened(), reason: 'Bank slip' } }),
    [call('send-message')]: async () => ({ body: { ids: await opened(), message: `Notice ${next()}` } }),
    [call('lock-account')]: async () => ({ body: { ids: await opened(), day: 3, reason } }),
    [call('clean-account')]: async () => ({ body: { ids: await opened(), reason } }),
    [call('panel-consent')]: async () => ({ who: await product.appUser({ agent }), body: { isGiven: 1 } }),
    [call('panel-report')]: async () => {
      const who = await product.appUser({ agent });
      return { who, body: { id: (await sentSeed(product, { memberId: who.id })).id, reportedStatus: 1 } };
    },
    [call('panel-proof')]: async () => ({
      who: await product.appUser({ agent }),
      ...multipart({}, { name: 'screen.png', content: PIXEL }),
      fields: {},
    }),
    [call('panel-appeal')]: async () => {
      const who = await product.appUser({ agent });
      return { who, body: { id: (await cheatedSeed(product, who.id)).id, reason: 'My own picture' } };
    },
  };
}
