import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { WALLET_KIND, type WalletName, walletOf } from './accounts.ts';
import { ledgerErrors } from './errors.ts';

/** Default balance below which a user is asked to recharge. */

export interface Balances {
  readonly userId: bigint;
  readonly balance: Micro;
  readonly frozenBalance: Micro;
  readonly brokerage: Micro;
  readonly frozenBrokerage: Micro;
  readonly rebatePending: Micro;
  readonly rebateDebt: Micro;
  readonly bonus: Micro;
  readonly totalRecharge: Micro;
  /** Net of refunds. */
  readonly totalConsume: Micro;
  /** Net of returns, including payouts on their way. */
  readonly totalWithdraw: Micro;
  readonly currency: string;
  readonly lowBalance: boolean;
}

/**
 * Opens the seven wallets of a user, or updates name, type and path of existing ones (journals and finance log rows
 * keep the values of their time). May be repeated.
 */
export async function openWallets(
  tx: Tx,
  actor: Actor,
  input: {
    userId: bigint;
    userType: number;
    userName: string;
    ownerPath: string;
    tenantId?: string;
    currency?: string;
  },
): Promise<void> {
  const kinds = sql.raw(Object.values(WALLET_KIND).join(','));
  const result = await tx.execute(sql`
    insert into fin_wallet (user_id, kind, currency, tenant_id, user_type, user_name, owner_path)
    select ${input.userId}::bigint, kind, ${input.currency ?? BOOK_CURRENCY}, ${input.tenantId ?? actor.tenantId},
      ${input.userType}::integer, ${input.userName}, ${input.ownerPath}
    from unnest(array[${kinds}]) kind
    order by kind
    on conflict (user_id, kind, currency) do update
    set user_type = excluded.user_type, user_name = excluded.user_name, owner_path = excluded.owner_path
    where fin_wallet.tenant_id = excluded.tenant_id`);
  invariant(result.rowCount === 7, 'ledger-wallet-of-another-tenant', String(input.userId));
}

/** Returns all balances of one user. @throws WALLET_NOT_FOUND if the user has no wallets in this tenant and currency */
export async function balanceOf(
  run: Pick<Tx, 'execute'>,
  actor: Actor,
  input: { userId: bigint; currency?: string; lowBalanceBelow?: bigint },
): Promise<Balances> {
  const [found] = await balancesOf(run, actor, { ...input, userIds: [input.userId] });
  if (found === undefined) throw ledgerErrors.WALLET_NOT_FOUND({}, { userId: String(input.userId) });
  return found;
}

/** Returns the balances of many users, for lists; users without wallets are left out. */
export async function balancesOf(
  run: Pick<Tx, 'execute'>,
  actor: Pick<Actor, 'tenantId'>,
  input: { userIds: readonly bigint[]; currency?: string; lowBalanceBelow?: bigint },
): Promise<Balances[]> {
  const currency = input.currency ?? BOOK_CURRENCY;
  const low = input.lowBalanceBelow ?? (await readParameter(run, actor.tenantId, 'finance.lowBalance'));
  const { rows } = await run.execute<StoredBalances>(sql`
    select user_id::text, jsonb_object_agg(kind, balance::text) as balances, sum(recharged)::text as recharged,
      sum(consumed)::text as consumed, sum(withdrawn)::text as withdrawn
    from fin_wallet
    where user_id = any (${`{${input.userIds.join(',')}}`}::bigint[]) and currency = ${currency}
      and tenant_id = ${actor.tenantId}
    group by user_id order by user_id`);
  return rows.map(({ user_id, balances, recharged, consumed, withdrawn }) => {
    const of = (wallet: WalletName) => micros(BigInt(balances[WALLET_KIND[wallet]] ?? '0'));
    return {
      userId: BigInt(user_id),
      balance: of('balance'),
      frozenBalance: of('hold'),
      brokerage: of('brokerage'),
      frozenBrokerage: of('brokerage_hold'),
      rebatePending: of('rebate_pending'),
      rebateDebt: of('rebate_debt'),
      bonus: of('bonus'),
      totalRecharge: micros(BigInt(recharged)),
      totalConsume: micros(BigInt(consumed)),
      totalWithdraw: micros(BigInt(withdrawn)),
      currency,
      lowBalance: of('balance') < low,
    };
  });
}

/** A user's balance as an expression for sorting lists; null without a wallet. */
export const balanceColumn = (actor: Actor, userId: SQL, currency = BOOK_CURRENCY): SQL => sql`(
  select w.balance from fin_wallet w
  where w.user_id = ${userId} and w.kind = ${WALLET_KIND.balance} and w.currency = ${currency} and w.tenant_id = ${actor.tenantId})`;

/** Returns the balance of a wallet at an instant, including postings of that instant; zero before the first one. */
export async function balanceAt(
  tx: Tx,
  actor: Actor,
  input: { userId: bigint; wallet: WalletName; at: Date; currency?: string },
): Promise<Micro> {
  const { rows } = await tx.execute<{ held: string }>(sql`
    select balance_after::text as held from fin_entry
    where account_code = ${walletOf(input.userId, input.wallet)} and tenant_id = ${actor.tenantId}
      and currency = ${input.currency ?? BOOK_CURRENCY} and create_time <= ${input.at.toISOString()}::timestamptz
    order by journal_id desc, seq desc limit 1`);
  return rows[0] === undefined ? ZERO : micros(BigInt(rows[0].held));
}

type StoredBalances = {
  user_id: string;
  balances: Record<string, string>;
  recharged: string;
  consumed: string;
  withdrawn: string;
};
