import type { PayeeDetails } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { bankCard } from '@trade-assistant/contract/areas/user/bank-card.ts';
import {
  payeeStatus,
  payeeType,
  paymentType,
  rechargeStatus,
  withdrawalStatus,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import type { Reference } from '../../../kernel/resource/references.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { paymentErrors } from './errors.ts';
import { bankCards, type MethodRow, walletAddresses } from './tables.ts';

type Payees = typeof walletAddresses | typeof bankCards;

/** A payee as stored in a withdrawal. */
export interface Payee {
  readonly name: string;
  readonly details: PayeeDetails;
  readonly cardNo: string | null;
  /** Table and column to find the same payee among other users. */
  readonly same: { readonly table: Payees; readonly key: string };
}

interface Chosen {
  readonly payeeType: number;
  readonly payeeId: bigint;
}

/**
 * Returns the actor's own payee that the method can pay now, locked against removal.
 * @throws PAYEE_GONE, PAYEE_FROZEN, PAYEE_COOLING, PAYEE_MISFITS
 */
export async function payeeOf(
  tx: Tx,
  actor: Actor,
  secrets: Secrets,
  method: MethodRow,
  chosen: Chosen,
): Promise<Payee> {
  const isCrypto = method.methodType === paymentType.is.crypto;
  if ((chosen.payeeType === payeeType.is.wallet) !== isCrypto) throw paymentErrors.PAYEE_MISFITS();
  if (isCrypto) {
    const ofRow = and(isOwn(walletAddresses, actor), eq(walletAddresses.id, chosen.payeeId));
    const [row] = await tx.select().from(walletAddresses).where(ofRow).for('share');
    assertUsable(row);
    if (row.network !== method.network) throw paymentErrors.PAYEE_MISFITS();
    const same = { table: walletAddresses, key: row.address };
    return { name: row.address, details: { address: row.address }, cardNo: null, same };
  }
  const ofRow = and(isOwn(bankCards, actor), eq(bankCards.id, chosen.payeeId));
  const [row] = await tx.select().from(bankCards).where(ofRow).for('share');
  assertUsable(row);
  if (row.currency !== method.localCurrency) throw paymentErrors.PAYEE_MISFITS();
  const { holderName, countryCode, bankName, bankCode, branch, cardLast4 } = row;
  return {
    name: cardName(row),
    details: { holderName, countryCode, bankName, cardLast4, ...(bankCode && { bankCode }), ...(branch && { branch }) },
    cardNo: openSecretOf(secrets, bankCard, row, 'cardNo'),
    same: { table: bankCards, key: row.cardDigest },
  };
}

/**
 * With `withdraw.payerOnly` a balance goes only to a payer of the actor's credited recharges, as reported by a
 * watcher; if none is known, to any payee. @throws PAYEE_NOT_PAYER
 */
export async function assertPayer(tx: Tx, actor: Actor, { details }: Payee): Promise<void> {
  if ((await readParameter(tx, actor.tenantId, 'withdraw.payerOnly')) !== 1) return;
  const { rows } = await tx.execute<{ payer: string; network: number | null }>(sql`
    select distinct i.payer, i.network from pay_incoming i join pay_recharge r on r.id = i.recharge_id
    where r.user_id = ${actor.userId} and r.status = ${rechargeStatus.is.passed} and i.payer <> ''`);
  if (rows.length === 0) return;
  const { address, holderName } = details;
  const isPayer = rows.some(({ payer, network }) =>
    network === null
      ? holderName !== undefined && nameKey(payer) === nameKey(holderName)
      : addressKey(payer) === addressKey(address ?? ''),
  );
  if (!isPayer) throw paymentErrors.PAYEE_NOT_PAYER();
}

/** Capitals of an EVM address are only a checksum; those of a TRON address are significant. */
const addressKey = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

/** Returns a name for comparison, without spaces and capitals. */
export const nameKey = (name: string): string => name.normalize('NFKC').replace(/\s+/g, '').toLowerCase();

/** Returns the actor's own payees, the default first; also those in cooling-off, with its end. */
export async function usablePayees({ drizzle }: Db, actor: Actor) {
  const [addresses, cards] = await Promise.all([
    drizzle.select().from(walletAddresses).where(isOwn(walletAddresses, actor)),
    drizzle.select().from(bankCards).where(isOwn(bankCards, actor)),
  ]);
  const state = (row: { status: number; coolUntil: Date; isDefault: 0 | 1; label: string | null }) => ({
    label: row.label,
    isDefault: row.isDefault,
    isFrozen: row.status === payeeStatus.is.frozen,
    coolUntil: row.coolUntil > new Date() ? row.coolUntil : null,
  });
  return [
    ...addresses.map((row) => ({
      payeeType: payeeType.is.wallet,
      id: row.id,
      name: row.address,
      network: row.network,
      currency: null,
      ...state(row),
    })),
    ...cards.map((row) => ({
      payeeType: payeeType.is.card,
      id: row.id,
      name: cardName(row),
      network: null,
      currency: row.currency,
      ...state(row),
    })),
  ].sort((a, b) => b.isDefault - a.isDefault || Number(b.id - a.id));
}

const { pending, paying, failed, checking } = withdrawalStatus.is;

/** Withdrawals in progress to payees of a kind; such payees cannot be removed. */
export const openWithdrawalsTo = (kind: keyof typeof payeeType.is): Reference => ({
  what: { zh: '进行中的提现', en: 'withdrawals in progress', one: 'withdrawal under way' },
  from: sql`pay_withdrawal`,
  column: sql`payee_id`,
  called: sql`withdraw_no`,
  where: () => sql`payee_type = ${payeeType.is[kind]} and status in (${pending}, ${paying}, ${failed}, ${checking})`,
});

const cardName = ({ bankName, cardLast4 }: { bankName: string; cardLast4: string }) => `${bankName} ••••${cardLast4}`;

const isOwn = (table: Payees, actor: Actor) =>
  and(eq(table.tenantId, actor.tenantId), eq(table.userId, actor.userId), isNull(table.deletedAt));

function assertUsable<R extends { readonly status: number; readonly coolUntil: Date }>(
  row: R | undefined,
): asserts row is R {
  if (!row) throw paymentErrors.PAYEE_GONE();
  if (row.status === payeeStatus.is.frozen) throw paymentErrors.PAYEE_FROZEN();
  if (row.coolUntil > new Date()) throw paymentErrors.PAYEE_COOLING({ until: formatTime(row.coolUntil) });
}
