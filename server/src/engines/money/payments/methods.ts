import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import {
  payingUsers,
  paymentDirection,
  paymentType,
  rateMode,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import {
  type BankAccount,
  bankAccount,
  paymentMethod,
  RECEIVE_ADDRESSES_MAX,
} from '@trade-assistant/contract/areas/user/payment-method.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { propose } from '../../office/approvals/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { countryOfUser, holdersOf } from '../../people/identity/index.ts';
import { accountProblem, addressProblem, plainAccountNo } from './checksums.ts';
import { payeeRefusal, paymentErrors } from './errors.ts';
import { type MethodRow, methods } from './tables.ts';

type Receiving = Omit<CallInput<typeof paymentMethod, 'update-receiving', 'out'>, 'id' | 'reason'>;
type Direction = 'recharge' | 'withdrawal';

const { both } = paymentDirection.is;
const PAYING: ReadonlyMap<number, number> = new Map([
  [userType.is.agent, payingUsers.is.agent],
  [userType.is.subUser, payingUsers.is.subUser],
  [userType.is.appUser, payingUsers.is.appUser],
]);

/** Returns the methods the actor may use now, in order; their `fxRate` is the rate for the actor. */
export async function methodsFor(tx: Pick<Tx, 'select'>, actor: Actor, direction: Direction): Promise<MethodRow[]> {
  const rows = await tx
    .select()
    .from(methods)
    .where(and(visible(actor, methods, 'tenant'), isOnOffer(actor, direction)))
    .orderBy(asc(methods.sort), asc(methods.id));
  const country = rows.some(isLimited) ? await countryOfUser(tx, actor.userId) : undefined;
  return rows
    .filter((row) => !isLimited(row) || actor.userType === userType.is.staff || isOpenTo(row, country))
    .map((row) => ({ ...row, fxRate: rateFor(row, direction) }));
}

const isLimited = ({ visibleCountries }: MethodRow): boolean => (visibleCountries ?? []).length > 0;
const isOpenTo = ({ visibleCountries }: MethodRow, country: string | undefined): boolean =>
  country !== undefined && (visibleCountries ?? []).includes(country);

const RATE_ONE = 10n ** 8n;
const WHOLE = 1_000_000n;

/**
 * Returns the local money per unit of the book currency; at a market rate the user pays the spread in either
 * direction.
 */
export function rateFor(
  { fxRate, fxMode, fxSpread }: Pick<MethodRow, 'fxRate' | 'fxMode' | 'fxSpread'>,
  direction: Direction,
): string | null {
  if (fxRate === null || fxMode !== rateMode.is.market || fxSpread === null) return fxRate;
  // Percent with four decimals as millionths.
  const spread = scaled(fxSpread, 4);
  const rate = scaled(fxRate, 8) * (direction === 'recharge' ? WHOLE + spread : WHOLE - spread);
  const rounded = (rate + WHOLE / 2n) / WHOLE;
  const text = `${rounded / RATE_ONE}.${(rounded % RATE_ONE).toString().padStart(8, '0')}`;
  return text.replace(/\.?0+$/, '');
}

/** Returns a decimal as an integer in its smallest unit. */
function scaled(decimal: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits));
}

/** Methods in use for the direction and the actor's kind of user; for recharges also with a place to receive money. */
function isOnOffer(actor: Actor, direction: Direction): SQL | undefined {
  const bit = PAYING.get(actor.userType);
  return and(
    eq(methods.status, enableStatus.is.enabled),
    inArray(methods.direction, [paymentDirection.is[direction], both]),
    bit === undefined ? undefined : sql`${methods.visibleUserTypes} & ${bit} <> 0`,
    direction === 'recharge' ? hasReceiving : undefined,
  );
}

/** A second person approved the receiving place; for methods by arrangement, the limits. */
const hasReceiving = sql`((${methods.methodType} = ${paymentType.is.manual} and ${methods.confirmed} = 1) or jsonb_array_length(coalesce(${methods.receiveAddresses}, '[]')) > 0 or ${methods.bankInfo} is not null)`;

const receiving = z.object({
  methodId: idSchema(),
  receiveAddresses: z.array(z.string()).max(RECEIVE_ADDRESSES_MAX),
  bankInfo: bankAccount.nullable(),
});

/** The receiving place of a method, changed by two people. */
export const receivingApproval = defineApproval({
  kind: approvalKind.is.receiving,
  permission: `${paymentMethod.name}:approve`,
  payload: receiving,
  run: async (tx, decider, { payload: { methodId, receiveAddresses, bankInfo }, proposer }) => {
    const row = await lockMethod(tx, decider, methodId);
    assertPayable(row, { receiveAddresses, bankInfo: bankInfo ?? undefined });
    await tx
      .update(methods)
      .set({
        receiveAddresses,
        bankInfo,
        updateUser: decider.userId,
        updateTime: sql`now()`,
        version: sql`${methods.version} + 1`,
      })
      .where(eq(methods.id, methodId));
    await sendMessage(tx, decider, {
      to: { userIds: await holdersOf(tx, decider.tenantId, `${paymentMethod.name}:view`) },
      key: 'RECEIVING_CHANGED',
      params: { method: row.methodCode, user: proposer.realName, decider: decider.realName },
      ...aboutOf(row),
    });
    announceChange(tx, decider.tenantId, paymentMethod);
  },
});

/**
 * Requests a second person's approval of a new receiving place.
 * @throws NOT_FOUND, those of `payeeErrors`, RECEIVING_SAME
 */
export async function proposeReceiving(
  tx: Tx,
  actor: Actor,
  { id, reason, ...asked }: CallInput<typeof paymentMethod, 'update-receiving', 'out'>,
): Promise<{ approvalId: bigint; approvalNo: string }> {
  const row = await lockMethod(tx, actor, id);
  const next = plain(row, asked);
  assertPayable(row, next);
  if (describe(next).join() === describe(receivingOf(row)).join()) throw paymentErrors.RECEIVING_SAME();
  const { id: approvalId, approvalNo } = await propose(tx, actor, {
    kind: receivingApproval,
    payload: {
      methodId: String(id),
      receiveAddresses: next.receiveAddresses ?? [],
      bankInfo: next.bankInfo ?? null,
    },
    params: { method: row.methodCode },
    lines: [
      ...describe(receivingOf(row)).map((name) => ({ name, route: routeOf(row), note: '−' })),
      ...describe(next).map((name) => ({ name, route: routeOf(row), note: '+' })),
      // The first place also puts the method on offer, with limits that one person chose, so the request shows them.
      ...(describe(receivingOf(row)).length === 0 ? limitLines(row) : []),
    ],
    reason,
    message: 'RECEIVING_TODO',
  });
  return { approvalId, approvalNo };
}

export const LIMITS = ['minAmount', 'maxAmount', 'dayMax'] as const;

/** Micro-units as text; null: no limit. */
export type Limits = Record<'minAmount' | 'maxAmount', string> & { dayMax: string | null };

export const limitsOf = ({ minAmount, maxAmount, dayMax }: Pick<MethodRow, keyof Limits>): Limits => ({
  minAmount: String(minAmount),
  maxAmount: String(maxAmount),
  dayMax: dayMax === null ? null : String(dayMax),
});

/** Returns the changed limits as text; all limits with `all` or if none changed. */
export function limitsInWords(before: Limits, after: Limits, all = false): { name: Text; words: Text }[] {
  const changed = LIMITS.filter((name) => before[name] !== after[name]);
  const shown = (limit: string | null, none: string): string =>
    limit === null ? none : formatMoney(BigInt(limit) as Micro);
  const inWords = (name: keyof Limits, none: string): string => {
    const value = shown(after[name], none);
    return changed.includes(name) ? `${shown(before[name], none)} → ${value}` : value;
  };
  return (all || changed.length === 0 ? LIMITS : changed).map((name) => ({
    name: paymentMethod.fields[name].options.label,
    words: { zh: inWords(name, '不限'), en: inWords(name, 'no limit') },
  }));
}

const limitLines = (row: MethodRow) =>
  limitsInWords(limitsOf(row), limitsOf(row)).map(({ name, words }) => ({ name, route: routeOf(row), note: words }));

/** Whether a method is offered for recharges only after a second person has approved its limits. */
export const needsConfirmation = ({ methodType, direction, confirmed }: MethodRow): boolean =>
  methodType === paymentType.is.manual && direction !== paymentDirection.is.withdrawal && confirmed === 0;

/** Returns the stored form, without values of other kinds of method. */
const plain = ({ methodType }: MethodRow, { receiveAddresses, bankInfo }: Receiving): Receiving =>
  methodType === paymentType.is.crypto
    ? { receiveAddresses: [...new Set(receiveAddresses)] }
    : { bankInfo: bankInfo && { ...bankInfo, accountNo: plainAccountNo(bankInfo.accountNo) } };

const receivingOf = ({ receiveAddresses, bankInfo }: MethodRow): Receiving => ({
  receiveAddresses: receiveAddresses ?? [],
  bankInfo: bankInfo ?? undefined,
});

/** Returns each place as one line, for comparison and display. */
const describe = ({ receiveAddresses, bankInfo }: Receiving): string[] => [
  ...(receiveAddresses ?? []),
  ...(bankInfo ? [accountLine(bankInfo)] : []),
];
const accountLine = ({ bankName, branch, holderName, accountNo, swift }: BankAccount): string =>
  [bankName, branch, holderName, accountNo, swift].filter(Boolean).join(' · ');

function assertPayable(row: MethodRow, { receiveAddresses = [], bankInfo }: Receiving): void {
  const isCrypto = row.methodType === paymentType.is.crypto;
  const field = isCrypto ? 'receiveAddresses' : 'bankInfo';
  if (isCrypto ? receiveAddresses.length === 0 : !bankInfo) throw payeeRefusal('RECEIVING_MISSING', field);
  for (const address of receiveAddresses) {
    const problem = addressProblem(row.network ?? 0, address);
    if (problem) throw payeeRefusal(problem, field, address);
  }
  const problem = bankInfo && accountProblem(bankInfo.accountNo);
  if (bankInfo && problem) throw payeeRefusal(problem, 'bankInfo.accountNo', bankInfo.accountNo);
}

export async function lockMethod(tx: Tx, actor: Actor, id: bigint): Promise<MethodRow> {
  const [row] = await tx
    .select()
    .from(methods)
    .where(and(visible(actor, methods, 'tenant'), eq(methods.id, id)))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

export const routeOf = ({ id }: MethodRow) => `/${paymentMethod.name}/index?record=${id}`;
const aboutOf = (row: MethodRow) => ({ bizType: paymentMethod.name, bizId: String(row.id), route: routeOf(row) });
