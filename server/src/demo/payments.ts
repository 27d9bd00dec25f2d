import { createHash } from 'node:crypto';
import {
  feePayer,
  network,
  payingUsers,
  paymentDirection,
  paymentType,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { bankCards, checksummed, methods, sampleAddress } from '../engines/money/payments/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Demo } from './demo.ts';
import { daysLater } from './timeline.ts';

const { crypto, bank } = paymentType.is;
const EVERYBODY = payingUsers.is.agent + payingUsers.is.subUser + payingUsers.is.appUser;

/** Twenty bytes of an address whose key nobody has: they are a hash of some words. */
const nobodys = (words: string): Buffer =>
  createHash('sha256').update(`trade-assistant demo ${words}`).digest().subarray(0, 20);

const METHODS = [
  {
    methodCode: 'usdt-trc20',
    methodName: 'USDT（TRC20）',
    methodNameEn: 'USDT (TRC20)',
    methodType: crypto,
    direction: paymentDirection.is.both,
    network: network.is.trc20,
    receiveAddresses: [1, 2].map((n) => sampleAddress([...nobodys(`trc20 ${n}`)])),
    scale: 6,
    minAmount: '10',
    maxAmount: '50000',
    feeFixed: '1',
    quickAmounts: ['100', '500', '1000', '5000'],
  },
  {
    methodCode: 'usdt-bep20',
    methodName: 'USDT（BEP20）',
    methodNameEn: 'USDT (BEP20)',
    methodType: crypto,
    direction: paymentDirection.is.recharge,
    network: network.is.bep20,
    receiveAddresses: [checksummed(`0x${nobodys('bep20 1').toString('hex')}`)],
    confirmations: 3,
    autoPass: 1,
    scale: 6,
    minAmount: '10',
    maxAmount: '20000',
    quickAmounts: ['100', '500', '1000'],
  },
  {
    methodCode: 'bank-cny',
    methodName: '银行转账（人民币）',
    methodNameEn: 'Bank transfer (CNY)',
    methodType: bank,
    direction: paymentDirection.is.both,
    localCurrency: 'CNY',
    fxRate: '7.2',
    scale: 2,
    minAmount: '100',
    maxAmount: '100000',
    feeFixed: '2',
    feeRate: '0.5',
    bankInfo: {
      holderName: '演示账户，请勿付款 / Sample, do not pay',
      bankName: '示例银行 / Sample Bank',
      accountNo: '0000000000000000',
    },
  },
] as const;

export const METHOD_CODES = METHODS.map(({ methodCode }) => methodCode);

/** How agents pay in and are paid out. Nobody has the keys of the addresses, and the one account is none: nobody should pay anything to a sample. */
export async function openMethods(tx: Tx, actor: Actor, at: Date): Promise<void> {
  await tx.insert(methods).values(
    METHODS.map(({ minAmount, maxAmount, ...method }, index) => ({
      ...method,
      receiveAddresses: 'receiveAddresses' in method ? [...method.receiveAddresses] : [],
      quickAmounts: 'quickAmounts' in method ? [...method.quickAmounts] : null,
      minAmount: parseMoney(minAmount),
      maxAmount: parseMoney(maxAmount),
      feeFixed: 'feeFixed' in method ? parseMoney(method.feeFixed) : null,
      feePayer: method.direction === paymentDirection.is.recharge ? null : feePayer.is.user,
      expireMinutes: method.methodType === crypto ? 30 : 1440,
      visibleUserTypes: EVERYBODY,
      sort: index + 1,
      status: 1,
      confirmed: 1 as const,
      tenantId: actor.tenantId,
      createUser: actor.userId,
      createUserName: actor.realName,
      createTime: at,
      updateUser: actor.userId,
      updateTime: at,
    })),
  );
}

/** Cards of two agents, one of them frozen. There is no account: the numbers are empty, and nothing can be sent to them. */
export async function openCards({ tx, people, timeline }: Demo): Promise<void> {
  const at = timeline.dayAt(25, 10);
  const cards = [
    {
      account: 'agent_pier',
      bankName: 'Sample Bank',
      countryCode: 'GB',
      currency: 'GBP',
      cardLast4: '0042',
      status: 1,
    },
    { account: 'agent_cedar', bankName: '示例银行', countryCode: 'CN', currency: 'CNY', cardLast4: '0017', status: 2 },
  ] as const;
  for (const { account, ...card } of cards) {
    const actor = people.buyers.find((buyer) => buyer.actor.account === account)?.actor;
    invariant(actor, 'demo-card-without-owner', account);
    await tx.insert(bankCards).values({
      ...card,
      tenantId: actor.tenantId,
      userId: actor.userId,
      userName: actor.realName,
      holderName: actor.realName,
      cardNo: '',
      cardDigest: `demo ${account}`,
      isDefault: 1,
      coolUntil: daysLater(at, 1),
      createUser: actor.userId,
      createUserName: actor.realName,
      createTime: at,
      updateUser: actor.userId,
      updateTime: at,
    });
  }
}
