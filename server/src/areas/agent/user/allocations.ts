import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { allocate, balanceOf } from '../../../engines/money/ledger/index.ts';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import { findUser } from '../../../engines/people/identity/index.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

export const allocationErrors = defineErrors({
  ALLOCATION_BELOW: {
    status: 400,
    zh: '只能给直属下级拨款，只能收回自己子账号的余额',
    en: 'Money can be allocated to direct sub-accounts only, and reclaimed from your own sub-users only',
  },
});

type Input = CallInput<typeof agentUser, 'allocate', 'out'>;

/** Moves money between the caller and a user directly below, who gets a message. */
const moveMoney = (event: 'ALLOCATE' | 'RECLAIM') => (c: Context, input: Input) =>
  c.tx(async (tx) => {
    const { actor } = c;
    const user = await findUser(tx, actor, input.id);
    const isReclaim = event === 'RECLAIM';
    if (actor.userType !== userType.is.agent || user.parentId !== actor.userId)
      throw allocationErrors.ALLOCATION_BELOW();
    if (isReclaim && user.userType !== userType.is.subUser) throw allocationErrors.ALLOCATION_BELOW();
    if (!isReclaim && user.status !== userStatus.is.active) throw commonErrors.STATE_CONFLICT();
    const transferNo = businessNo(isReclaim ? 'RC' : 'AL');
    const [fromUserId, toUserId] = isReclaim ? [user.id, actor.userId] : [actor.userId, user.id];
    await allocate(tx, actor, {
      event,
      fromUserId,
      toUserId,
      amount: input.money,
      idemKey: `al:${transferNo}`,
      bizType: agentUser.name,
      bizId: user.id,
      bizNo: transferNo,
      reason: input.remark ?? undefined,
    });
    await sendMessage(tx, actor, {
      to: { userIds: [user.id] },
      key: isReclaim ? 'MONEY_RECLAIMED' : 'MONEY_ALLOCATED',
      params: { from: actor.realName, amount: `${formatMoney(input.money, 2)} ${BOOK_CURRENCY}` },
      bizType: agentUser.name,
      bizId: String(user.id),
      route: '/finance/log/index',
    });
    announceChange(tx, actor.tenantId, agentUser);
    const own = await balanceOf(tx, actor, { userId: actor.userId });
    const theirs = await balanceOf(tx, actor, { userId: user.id });
    return { transferNo, ownBalance: own.balance, balance: theirs.balance };
  });

export const allocationHandlers = { allocate: moveMoney('ALLOCATE'), reclaim: moveMoney('RECLAIM') };
