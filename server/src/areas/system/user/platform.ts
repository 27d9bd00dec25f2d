import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { eq, sql } from 'drizzle-orm';
import { adjust } from '../../../engines/customers/adjustments/index.ts';
import { balancesOf } from '../../../engines/money/ledger/index.ts';
import { assertCanManage, findUser, users } from '../../../engines/people/identity/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

const platformErrors = defineErrors({
  BALANCE_BY_LEDGER: {
    status: 400,
    zh: '余额和佣金只能通过人工调账变更',
    en: 'Balance and commission can only be changed by an adjustment',
  },
});

type Platform = CallInput<typeof user, 'update-platform', 'out'>;
type Adjusting = CallInput<typeof user, 'web/manual-update-balance', 'out'>;

const moneyOf = async (tx: Tx, actor: Actor, userId: bigint) => {
  const [own] = await balancesOf(tx, actor, { userIds: [userId] });
  return { balance: own?.balance ?? ZERO, brokerage: own?.brokerage ?? ZERO };
};

export const platformDetail = (c: Context, { id }: { id: bigint }) =>
  c.app.db.tx(async (tx) => {
    const { account, realName, platform, userExt } = await findUser(tx, c.actor, id);
    return { id, account, realName, userType: platform, userExt, ...(await moneyOf(tx, c.actor, id)) };
  });

export const updatePlatform = (
  c: Context,
  { userId, userType, userExt, balance, brokerage }: Platform,
): Promise<void> =>
  c.tx(async (tx) => {
    const found = await findUser(tx, c.actor, userId);
    await assertCanManage(tx, c.actor, found);
    const money = await moneyOf(tx, c.actor, userId);
    const isMoved = (balance ?? money.balance) !== money.balance || (brokerage ?? money.brokerage) !== money.brokerage;
    if (isMoved) throw platformErrors.BALANCE_BY_LEDGER();
    await tx
      .update(users)
      .set({
        platform: userType ?? found.platform,
        userExt: userExt ?? found.userExt,
        updateUser: c.actor.userId,
        updateTime: sql`now()`,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, userId));
    announceChange(tx, c.actor.tenantId, user);
  });

export const adjustBalances = (c: Context, input: Adjusting) => c.tx((tx) => adjust(tx, c, input));
