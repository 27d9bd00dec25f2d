import {
  withdrawalRisk,
  withdrawalStatus,
  withdrawalWallet,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { WALLET_KIND } from '../ledger/index.ts';
import { bankCards } from './tables.ts';
import { nameKey, type Payee } from './withdrawal-payees.ts';

const { newPayee, first, large, shared, otherName } = withdrawalRisk.is;
const { passed, paid } = withdrawalStatus.is;

interface WithdrawalTerms {
  readonly walletKind: number;
  readonly amount: bigint;
  readonly payeeType: number;
  readonly payeeId: bigint;
  readonly payee: Payee;
}

interface RiskFacts extends Record<string, unknown> {
  readonly any: boolean;
  readonly here: boolean;
  readonly earned: string;
  readonly withdrawn: string;
  readonly others: boolean;
}

/** Returns the risks of a withdrawal for its review, as the sum of `withdrawal_risk`. */
export async function risksOf(tx: Tx, actor: Actor, asked: WithdrawalTerms): Promise<number> {
  const { table, key } = asked.payee.same;
  const column = table === bankCards ? bankCards.cardDigest : sql`address`;
  // Brokerage is earned, a balance is paid in: the share of all income so far that would then have left.
  const types = asked.walletKind === withdrawalWallet.is.brokerage ? [6, 7] : [1, 10, 11, 12, 14];
  const { rows } = await tx.execute<RiskFacts>(sql`
    select exists (select from pay_withdrawal where user_id = ${actor.userId} and status in (${passed}, ${paid})) as any,
      exists (select from pay_withdrawal where user_id = ${actor.userId} and status in (${passed}, ${paid})
        and payee_type = ${asked.payeeType} and payee_id = ${asked.payeeId}) as here,
      (select coalesce(sum(case direction when 1 then amount else -amount end), 0)::text from finance_log
        where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} and finance_type = any(${sql.param(types)}::int[])
          and wallet_kind <> ${WALLET_KIND.bonus}) as earned,
      (select coalesce(sum(amount), 0)::text from pay_withdrawal where user_id = ${actor.userId}
        and wallet_kind = ${asked.walletKind} and status in (0, 1, 3, 4, 5, 6, 9)) as withdrawn,
      exists (select from ${table} where tenant_id = ${actor.tenantId} and ${column} = ${key}
        and user_id <> ${actor.userId}) as others`);
  const [found] = rows;
  if (!found) return 0;
  const isLarge = (BigInt(found.withdrawn) + asked.amount) * 100n > BigInt(found.earned) * 80n;
  const holder = asked.payee.details.holderName;
  return (
    (found.here ? 0 : newPayee) +
    (found.any ? 0 : first) +
    (isLarge ? large : 0) +
    (found.others ? shared : 0) +
    (holder !== undefined && nameKey(holder) !== nameKey(actor.realName) ? otherName : 0)
  );
}
