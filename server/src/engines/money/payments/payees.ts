import { bankCard } from '@trade-assistant/contract/areas/user/bank-card.ts';
import { payeeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { walletAddress } from '@trade-assistant/contract/areas/user/wallet-address.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, count, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { openSecretOf, sealingPurpose } from '../../../kernel/resource/sealed.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { addressProblem, cardProblem, plainAccountNo } from './checksums.ts';
import { payeeRefusal, paymentErrors } from './errors.ts';
import { bankCards, methods, walletAddresses } from './tables.ts';

type Payees = typeof walletAddresses | typeof bankCards;
type Address = Partial<InputOf<typeof walletAddress>>;
type Card = Partial<InputOf<typeof bankCard>>;

const { frozen } = payeeStatus.is;
const HOUR_MILLIS = 3_600_000;

/** The error of each unique index for a second equal payee. */
export const oneOfEach = { pay_wallet_address_once: () => paymentErrors.ADDRESS_TWICE() };

/** Limits a query to payees the actor sees: all of the tenant for staff, otherwise the actor's own. */
export const ownPayees = (actor: Actor, table: Payees): SQL | undefined =>
  actor.userType === userType.is.staff ? undefined : eq(table.userId, actor.userId);

/**
 * Returns an address to store: owned by the actor, usable after its cooling-off period.
 * @throws those of `payeeErrors`, PAYEES_TOO_MANY, ADDRESS_TWICE, ADDRESS_OWN for a receiving address of the tenant
 */
export async function addressToWrite(tx: Tx, actor: Actor, input: Address, existing: object | null) {
  if (existing) return input;
  const { network = 0, address = '' } = input;
  const problem = addressProblem(network, address);
  if (problem) throw payeeRefusal(problem, 'address', address);
  const [ours] = await tx
    .select({ id: methods.id })
    .from(methods)
    .where(
      and(
        eq(methods.tenantId, actor.tenantId),
        isNull(methods.deletedAt),
        sql`${methods.receiveAddresses} @> ${JSON.stringify([address])}::jsonb`,
      ),
    );
  if (ours) throw paymentErrors.ADDRESS_OWN();
  const isFrozen = await isFrozenPlace(tx, actor, walletAddresses, eq(walletAddresses.address, address));
  return { ...input, ...(await newPayee(tx, actor, walletAddresses)), ...(isFrozen ? { status: frozen } : {}) };
}

/**
 * Returns a card to store: its number encrypted, with its last four digits and a digest to find the same card.
 * @throws those of `payeeErrors`, PAYEES_TOO_MANY, CARD_TWICE
 */
export async function cardToWrite(tx: Tx, actor: Actor, secrets: Secrets, input: Card, existing: object | null) {
  if (existing) return input;
  const { tenantId } = actor;
  const cardNo = plainAccountNo(openSecretOf(secrets, bankCard, { ...input, tenantId }, 'cardNo'));
  const problem = cardProblem(cardNo);
  if (problem) throw payeeRefusal(problem, 'cardNo', `…${cardNo.slice(-4)}`);
  const cardDigest = secrets.digest(cardNo, `bank card ${tenantId}`);
  const own = await newPayee(tx, actor, bankCards);
  const [twice] = await tx
    .select({ id: bankCards.id })
    .from(bankCards)
    .where(and(isOf(actor, bankCards), eq(bankCards.cardDigest, cardDigest)));
  if (twice) throw paymentErrors.CARD_TWICE();
  const isFrozen = await isFrozenPlace(tx, actor, bankCards, eq(bankCards.cardDigest, cardDigest));
  return {
    ...input,
    ...own,
    ...(isFrozen ? { status: frozen } : {}),
    cardNo: secrets.seal(cardNo, sealingPurpose(bankCard.name, 'cardNo', tenantId)),
    cardLast4: cardNo.slice(-4),
    cardDigest,
  };
}

/** Whether finance froze the same address or account of any user, even if that row was removed since. */
async function isFrozenPlace(tx: Tx, { tenantId }: Actor, table: Payees, isSame: SQL): Promise<boolean> {
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), eq(table.status, frozen), isSame))
    .limit(1);
  return found.length > 0;
}

/** Releases rows of the same address or account that were removed while frozen, so that an unfrozen one may be added again. */
export async function unfreezeRemoved(tx: Tx, actor: Actor, table: Payees, ids: readonly bigint[]): Promise<void> {
  const place = table === bankCards ? sql`card_digest` : sql`address`;
  await tx.execute(sql`
    update ${table} gone set status = ${payeeStatus.is.normal}, version = gone.version + 1
    where gone.tenant_id = ${actor.tenantId} and gone.deleted_at is not null and gone.status = ${frozen}
      and gone.${place} in (select ${place} from ${table} kept where kept.id = any(${sql.param(ids.map(String))}::bigint[])
        and kept.tenant_id = ${actor.tenantId})`);
}

declareLimit({ name: 'payees of a user', window: 'ever', unit: 'things' });
/** Returns owner and first day of use of a new payee. Locks the user, so that the limit holds for concurrent additions. */
async function newPayee(tx: Tx, actor: Actor, table: Payees) {
  await tx.execute(sql`select from sys_user where id = ${actor.userId} for no key update`);
  const [held] = await tx.select({ count: count() }).from(table).where(isOf(actor, table));
  const most = await readParameter(tx, actor.tenantId, 'payee.most');
  if (actor.userType !== userType.is.staff && (held?.count ?? 0) >= most)
    throw paymentErrors.PAYEES_TOO_MANY({ count: most });
  const hours = await readParameter(tx, actor.tenantId, 'payee.coolHours');
  return {
    userId: actor.userId,
    userName: actor.realName || actor.account,
    coolUntil: new Date(Date.now() + hours * HOUR_MILLIS),
  };
}

const isOf = (actor: Actor, table: Payees): SQL | undefined =>
  and(eq(table.tenantId, actor.tenantId), eq(table.userId, actor.userId), isNull(table.deletedAt));

interface Added {
  readonly id: bigint;
  readonly tenantId: string;
  readonly userId: bigint;
  readonly version: number;
  readonly isDefault: number;
  readonly coolUntil: Date;
}

/** Leaves at most one default payee and notifies the owner of a new one. */
export async function afterPayeeSaved(
  tx: Tx,
  actor: Actor,
  table: Payees,
  row: Added,
  payee: { readonly name: string; readonly called: string },
): Promise<void> {
  if (row.isDefault === 1)
    await tx
      .update(table)
      .set({ isDefault: 0, version: sql`${table.version} + 1` })
      .where(and(eq(table.userId, row.userId), eq(table.isDefault, 1), ne(table.id, row.id), isNull(table.deletedAt)));
  if (row.version !== 1) return;
  await sendMessage(tx, actor, {
    to: { userIds: [row.userId] },
    key: 'PAYEE_ADDED',
    params: { payee: payee.called, until: formatTime(row.coolUntil) },
    bizType: payee.name,
    bizId: String(row.id),
  });
}

/** Refuses a change by any user except the owner; staff may only read and freeze. @throws NO_PERMISSION */
export function assertOwn(actor: Actor, existing: { readonly userId: bigint } | null): void {
  if (existing && existing.userId !== actor.userId) throw commonErrors.NO_PERMISSION();
}
