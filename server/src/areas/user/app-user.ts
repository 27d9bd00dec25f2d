import { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, sql } from 'drizzle-orm';
import { adjust, adjustableAlone } from '../../engines/customers/adjustments/index.ts';
import {
  APP_USER,
  type AppUserRow,
  appUsers,
  assertReached,
  changeConsent,
  cleanAccounts,
  endAllLocks,
  lockAccounts,
  openPanel,
  panelOf,
  stepAccounts,
} from '../../engines/customers/app-users/index.ts';
import { composeMessage } from '../../engines/office/messages/index.ts';
import { resetPassword } from '../../engines/people/identity/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { accountHandlers } from './app-user/accounts.ts';
import { panelHandlers } from './app-user/panel.ts';
import { COMPUTED, completed, sortedBy } from './app-user/rows.ts';

const MINUTE_MILLIS = 60_000;

openPanel();

export const timers = [
  defineTimer({ name: 'app-users/end-locks', every: MINUTE_MILLIS, run: (app) => endAllLocks(app) }),
];

type Input<K extends keyof (typeof appUser)['calls']> = CallInput<typeof appUser, K, 'out'>;

const made = resourceRoutes(appUser, appUsers, {
  scope: 'owner',
  computed: {
    fields: COMPUTED,
    fill: completed,
    order: (c) => sortedBy(c.actor, sql`${appUsers.id}`),
  },
  actions: {
    add: (c, input) => c.tx((tx) => accountHandlers.add(tx, c.actor, input)),
    'basics-page': basicsPage,
    'basics-info': async (c, { id }) => {
      const [row] = await c.app.db.drizzle
        .select()
        .from(appUsers)
        .where(and(visible(c.actor, appUsers, 'owner'), eq(appUsers.id, id)));
      if (!row) throw commonErrors.NOT_FOUND();
      return { ...row, ...(await completed(c, [row]))[0] } as AppUserRow & Completed;
    },
    'update-password': temporaryPasswords,
    'adjustment-limit': async (c, { ids }) => ({
      alone: await c.app.db.tx((tx) => adjustableAlone(tx, c.actor, ids)),
    }),
    'manual-update-balance': (c, input) =>
      c.tx(async (tx) => {
        await assertReached(tx, c.actor, input.ids);
        return adjust(tx, c, input, [userType.is.appUser]);
      }),
    'send-message': sendMessage,
    'lock-account': (c, input) =>
      c.tx((tx) => lockAccounts(tx, c.actor, input, { isLong: c.can(`${APP_USER}:lock-long`) })),
    'clean-account': (c, input) => {
      if (input.mode === 'ERASE' && !c.can(`${APP_USER}:erase`)) throw commonErrors.NO_PERMISSION();
      return c.tx((tx) => cleanAccounts(tx, c.actor, input));
    },
    panel: (c) => panelOf(c.app.db.drizzle, c.actor),
    'panel-consent': async (c, input) => {
      await c.tx((tx) => changeConsent(tx, c.actor, { ...input, isGiven: input.isGiven === 1 }));
      return panelOf(c.app.db.drizzle, c.actor);
    },
    ...panelHandlers,
  },
});

const step = (name: 'approve' | 'refuse' | 'disable' | 'enable') => (c: Context, input: Input<'refuse'>) =>
  c.tx((tx) => stepAccounts(tx, c.actor, name, input));

/** The rows are accounts: adding, changing and removing them is work of the engine. */
export default {
  ...made,
  handlers: {
    ...made.handlers,
    update: (c: Context, input: Input<'update'>) => c.tx((tx) => accountHandlers.update(tx, c.actor, input)),
    remove: (c: Context, input: Input<'remove'>) => c.tx((tx) => accountHandlers.remove(tx, c.actor, input)),
    approve: step('approve'),
    refuse: step('refuse'),
    disable: step('disable'),
    enable: step('enable'),
  },
};

type Completed = Awaited<ReturnType<typeof completed>>[number];

/** The list of support: the contract drops money and contact data. */
async function basicsPage(c: Context, query: ListQuery) {
  const options = { actor: c.actor, table: appUsers, scope: 'owner' } as const;
  const page = await listRows<AppUserRow>(c.app.db, options, query);
  const more = page.records.length > 0 ? await completed(c, page.records) : [];
  return { ...page, records: page.records.map((row, at) => ({ ...row, ...more[at] }) as AppUserRow & Completed) };
}

/** Returns new passwords; no other answer shows them. */
async function temporaryPasswords(c: Context, { ids = [], userId, newPassword }: Input<'update-password'>) {
  const chosen = [...new Set([...ids, ...(userId === undefined ? [] : [userId])])].sort((a, b) => (a < b ? -1 : 1));
  const reset = await c.tx(async (tx) => {
    const done: Awaited<ReturnType<typeof resetPassword>>[] = [];
    for (const id of chosen) {
      await accountHandlers.assertReached(tx, c.actor, id);
      done.push(await resetPassword(tx, c.actor, id, c.app.secrets, newPassword));
    }
    announceChange(tx, c.actor.tenantId, appUser);
    return done;
  });
  for (const { user } of reset) {
    const data = { userId: user.id, account: user.account };
    c.app.audit.usual({ level: 'warn', id: 'PASSWORD_RESET', data, request: c.request, actor: c.actor });
  }
  return reset.map(({ user: { id, account, realName }, password }) => ({ id, account, realName, password }));
}

const MESSAGE_TITLE = { zh: '客服消息', en: 'Message from support' };

async function sendMessage(c: Context, { ids, message }: Input<'send-message'>) {
  return c.tx(async (tx) => {
    await accountHandlers.assertAllReached(tx, c.actor, ids);
    const words = { title: MESSAGE_TITLE[c.locale], content: message, level: 'info' as const };
    const sent = await composeMessage(
      tx,
      c.actor,
      { type: 1, userIds: ids, ...words },
      { canBroadcast: false, locale: c.locale },
    );
    return { count: sent.recipientCount };
  });
}
