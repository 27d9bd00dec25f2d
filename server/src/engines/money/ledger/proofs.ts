import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { LedgerCheck, Mismatch } from './verify.ts';

/** A mismatch with its user, journal or hold, if those still exist. */
export interface Finding extends Mismatch {
  readonly tenantId: string | null;
  readonly userId: bigint | null;
  readonly userName: string | null;
  readonly walletKind: number | null;
  readonly journalNo: string | null;
  readonly holdNo: string | null;
}

/** How the key of each check names its wallet, journal or hold. */
const KEYS: Readonly<Record<LedgerCheck, RegExp>> = {
  'journal-unbalanced': /^(?<journalNo>.+)$/,
  'books-unbalanced': /^$/,
  'wallet-differs-from-entries': /^(?<userId>\d+)\/(?<walletKind>\d+)\//,
  'hold-wallet-differs-from-holds': /^(?<userId>\d+)\/(?<walletKind>\d+)\//,
  'hold-exceeded': /^(?<holdNo>.+)$/,
  'hold-differs-from-journals': /^(?<holdNo>.+)$/,
  'path-differs-from-user': /^(?<userId>\d+)\/(?<walletKind>\d+)\//,
  'journal-changed': /^(?<journalId>\d+)$/,
  'journal-chain-end-differs': /^$/,
  'proof-changed': /^$/,
  'chain-gap': /^(?:u:(?<userId>\d+):(?<wallet>\w+)|\S+) (?<journalId>\d+)$/,
  'refund-exceeds-charge': /^(?<journalNo>.+)$/,
  'log-differs-from-entries': /^(?<journalId>\d+)\/(?<userId>\d+)$/,
  'totals-differ-from-log': /^(?<userId>\d+)\//,
  'entry-outside-months': /^$/,
  'entry-changed': /^(?:u:(?<userId>\d+):(?<wallet>\w+)|\S+) (?<journalId>\d+)$/,
  'entry-differs-from-journal': /^(?:u:(?<userId>\d+):(?<wallet>\w+)|\S+) (?<journalId>\d+)$/,
  'chain-end-differs': /^(?<userId>\d+)\/(?<walletKind>\d+)\//,
  'root-differs': /^(?<journalId>\d+)$/,
};

/**
 * Returns the findings of a recorded verification, or null when it does not exist. Names are current; a manipulated
 * row may match none.
 */
export async function findingsOf(tx: Pick<Tx, 'execute'>, proofId: bigint): Promise<Finding[] | null> {
  const stored = await tx.execute<{ mismatches: Mismatch[] }>(
    sql`select mismatches from fin_proof where id = ${proofId}::bigint`,
  );
  const mismatches = stored.rows[0]?.mismatches;
  if (!mismatches) return null;
  const named = mismatches.map(
    ({ check, key }) => (KEYS as Readonly<Record<string, RegExp>>)[check]?.exec(key)?.groups ?? {},
  );
  const { rows } = await tx.execute<Record<string, string | null>>(sql`
    select n.place::text, w.user_id::text as "userId", w.user_name as "userName",
      coalesce(n."walletKind"::integer, k.kind)::text as "walletKind",
      j.journal_no as "journalNo", h.hold_no as "holdNo", coalesce(w.tenant_id, j.tenant_id, h.tenant_id) as "tenantId"
    from jsonb_to_recordset(${JSON.stringify(named.map((one, place) => ({ place, ...one })))}::jsonb)
      n (place integer, "userId" text, "walletKind" text, wallet text, "journalId" text, "journalNo" text, "holdNo" text)
    left join fin_hold h on h.hold_no = n."holdNo"
    left join fin_journal j on j.id = n."journalId"::bigint or j.journal_no = n."journalNo"
    left join lateral (
      select kind from unnest(array['balance', 'hold', 'brokerage', 'brokerage_hold', 'rebate_pending', 'rebate_debt', 'bonus'])
        with ordinality names (name, kind) where name = n.wallet
    ) k on true
    left join lateral (
      select user_id, user_name, tenant_id from fin_wallet where user_id = coalesce(n."userId"::bigint, h.user_id) limit 1
    ) w on true`);
  const about = new Map(rows.map((row) => [Number(row['place']), row]));
  return mismatches.map((mismatch, place) => {
    const { userId, userName, walletKind, journalNo, holdNo, tenantId } = about.get(place) ?? {};
    return {
      ...mismatch,
      tenantId: tenantId ?? null,
      userId: userId ? BigInt(userId) : null,
      userName: userName ?? null,
      walletKind: walletKind ? Number(walletKind) : null,
      journalNo: journalNo ?? null,
      holdNo: holdNo ?? null,
    };
  });
}

export interface ProofState {
  readonly id: bigint | null;
  readonly time: Date | null;
  readonly ok: boolean;
  readonly mismatchCount: number;
  /** Since when the ledger has not been verified: since the last verification, or since the first journal. */
  readonly unprovedSince: Date | null;
}

/** Returns the last recorded verification. Without any, the state is not bad, because nothing was found. */
export async function proofState(tx: Pick<Tx, 'execute'>): Promise<ProofState> {
  const { rows } = await tx.execute<{ proof: string; time: string; ok: number; count: number }>(
    sql`select id::text as proof, create_time::text as time, ok, mismatch_count as count from fin_proof order by id desc limit 1`,
  );
  const [last] = rows;
  if (last) {
    const time = new Date(last.time);
    return { id: BigInt(last.proof), time, ok: last.ok === 1, mismatchCount: last.count, unprovedSince: time };
  }
  const first = await tx.execute<{ time: string }>(
    sql`select create_time::text as time from fin_journal order by id limit 1`,
  );
  const unprovedSince = first.rows[0] ? new Date(first.rows[0].time) : null;
  return { id: null, time: null, ok: true, mismatchCount: 0, unprovedSince };
}

export interface RootComparison {
  readonly outcome: 'same' | 'changed' | 'unknown';
  readonly journalId: string | null;
  readonly now: string | null;
  readonly recorded: string | null;
  readonly proofId: bigint | null;
  readonly proofTime: Date | null;
}

/**
 * Compares a root kept elsewhere with the present ledger. Its journal is given, or read from the verification that
 * recorded the root; a manipulated record is found by a copy that includes the journal.
 */
export async function compareRoot(
  tx: Pick<Tx, 'execute'>,
  kept: { readonly root: string; readonly journalId?: string | undefined },
): Promise<RootComparison> {
  const root = kept.root.toLowerCase();
  const { rows } = await tx.execute<Record<string, string | null>>(sql`
    select id::text as proof, last_journal_id::text as journal, root, create_time::text as time from fin_proof
    where ${kept.journalId === undefined ? sql`root = ${root}` : sql`last_journal_id = ${kept.journalId}::bigint and root is not null`}
    order by root = ${root} desc, id desc limit 1`);
  const [proof] = rows;
  const journalId = kept.journalId ?? proof?.['journal'] ?? null;
  const recorded = proof?.['root'] ?? null;
  const known = {
    journalId,
    recorded,
    proofId: proof?.['proof'] ? BigInt(proof['proof']) : null,
    proofTime: proof?.['time'] ? new Date(proof['time']) : null,
  };
  if (journalId === null) return { outcome: 'unknown', now: null, ...known };
  const computed = await tx.execute<{ root: string | null }>(sql`select fin_root(${journalId}::bigint) as root`);
  const now = computed.rows[0]?.root ?? null;
  return { outcome: now === root ? 'same' : 'changed', now, ...known };
}
