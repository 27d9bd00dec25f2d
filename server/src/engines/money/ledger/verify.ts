import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { ledgerErrors } from './errors.ts';
import { LEDGER_EVENTS } from './events.ts';

export type LedgerCheck =
  | 'journal-unbalanced'
  | 'books-unbalanced'
  | 'wallet-differs-from-entries'
  | 'hold-wallet-differs-from-holds'
  | 'hold-exceeded'
  | 'hold-differs-from-journals'
  | 'path-differs-from-user'
  | 'journal-changed'
  | 'journal-chain-end-differs'
  | 'proof-changed'
  | 'chain-gap'
  | 'refund-exceeds-charge'
  | 'log-differs-from-entries'
  | 'totals-differ-from-log'
  | 'entry-outside-months'
  | 'entry-changed'
  | 'entry-differs-from-journal'
  | 'chain-end-differs'
  | 'root-differs';

/** One mismatch: the check that failed, the row's key, and the two figures that differ. */
export interface Mismatch {
  /** A `LedgerCheck`, or the name of a check that another engine adds. */
  readonly check: string;
  readonly key: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Recomputes the whole ledger from its entries, across tenants. @returns every mismatch; empty when the ledger is
 * right. Reads everything: for the nightly job and for tests.
 * @param onStep receives the number of finished checks after each, and may throw to stop
 * @param more further checks, each a query of (check, key, expected, actual)
 */
export async function verifyLedger(tx: Tx, onStep?: OnStep, more: readonly SQL[] = []): Promise<Mismatch[]> {
  const found: Mismatch[] = [];
  const checks = [...LEDGER_CHECKS, ...more];
  for (const [index, check] of checks.entries()) {
    const { rows } = await tx.execute<Mismatch & Record<string, unknown>>(check);
    found.push(...rows.map(({ check: name, key, expected, actual }) => ({ check: name, key, expected, actual })));
    onStep?.(index + 1, checks.length);
  }
  return found;
}

type OnStep = (done: number, total: number) => void;

/** Digest of the ends of all wallets' chains after a journal; a copy kept elsewhere can be compared at any time. */
export interface Root {
  readonly journalId: bigint;
  readonly root: string;
}

export interface Verdict {
  readonly id: bigint;
  readonly found: Mismatch[];
  /** Null while no journal exists. */
  readonly root: Root | null;
}

/** Verifies the ledger and stores the result, with at most 200 mismatches, and the root. */
export async function verifyAndRecord(
  tx: Tx,
  actor: Actor,
  onStep?: OnStep,
  more: readonly SQL[] = [],
): Promise<Verdict> {
  const started = performance.now();
  const found = await verifyLedger(tx, onStep, more);
  const { rows } = await tx.execute<{ id: string; last: string | null; root: string | null }>(sql`
    with latest as (
      -- Without journals of the last hour: one with a lower number may not have committed yet.
      select coalesce((select min(id) - 1 from fin_journal where create_time > now() - interval '1 hour'),
        (select max(id) from fin_journal)) as id
    )
    insert into fin_proof (ok, mismatches, mismatch_count, journal_count, duration_ms, operator_name, last_journal_id, root)
    select ${found.length === 0 ? 1 : 0}, ${JSON.stringify(found.slice(0, 200))}::jsonb, ${found.length}, (select count(*) from fin_journal),
      ${Math.round(performance.now() - started)}, ${actor.account}, case when root is not null then latest.id end, root
    from latest, lateral (select fin_root(latest.id) as root) roots
    returning id::text, last_journal_id::text as last, root`);
  const { id = '0', last = null, root = null } = rows[0] ?? {};
  return { id: BigInt(id), found, root: last === null || root === null ? null : { journalId: BigInt(last), root } };
}

/** Refuses outgoing money while the last recorded verification is bad. @throws LEDGER_MISMATCH */
export async function assertLedgerVerified(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ ok: number }>(sql`select ok from fin_proof order by id desc limit 1`);
  if (rows[0]?.ok === 0) throw ledgerErrors.LEDGER_MISMATCH();
}

/** Digest of each journal with its entries, over the columns in the order of `fin_post_all`. */
const DIGESTS = sql`
  select j.id, fin_digest(jsonb_build_array(j.tenant_id, j.journal_no, j.event_code, j.biz_type, j.biz_id::text, j.biz_no,
    j.idem_key, j.fingerprint, j.currency, j.total_amount::text, j.bonus_amount::text, j.reversal_of::text, j.hold_id::text,
    j.operator_id::text, j.operator_name, j.approver_id::text, j.reason, j.voucher_attach_ids), lines.entries) as digest
  from fin_journal j join (
    select journal_id, jsonb_agg(jsonb_build_array(account_code, direction, amount::text, balance_before::text,
      balance_after::text) order by seq) as entries
    from fin_entry group by 1
  ) lines on lines.journal_id = j.id`;

/** The expected link of an entry. */
const LINKS = sql`
  select e.account_code, e.journal_id, e.seq, e.owner_user_id, e.wallet_kind, e.currency, e.hash, fin_link(
    lag(e.hash, 1, ''::bytea) over (partition by e.owner_user_id, e.wallet_kind, e.currency order by e.journal_id, e.seq),
    d.digest, e.journal_id, e.seq, e.owner_user_id, e.wallet_kind, e.currency, e.tenant_id, e.create_time) as expected
  from fin_entry e join (${DIGESTS}) d on d.id = e.journal_id
  where e.owner_user_id is not null`;

/** The expected link and position of a journal. */
const CHAIN = sql`
  select j.id, j.hash, j.chain_no, row_number() over chain as place, fin_chain_link(lag(j.hash, 1, ''::bytea) over chain,
    d.digest, j.id, j.chain_slot, j.chain_no, j.create_time) as expected
  from fin_journal j left join (${DIGESTS}) d on d.id = j.id
  window chain as (partition by j.tenant_id, j.chain_slot order by j.chain_no, j.id)`;

/** Finance log type of each event. */
const FINANCE_TYPES = sql`(values ${sql.join(
  Object.entries(LEDGER_EVENTS).map(([event, { type }]) => sql`(${event}::text, ${type}::integer)`),
  sql`, `,
)}) t (event, type)`;

/** Excludes users moved in the tree recently; their rows may still have the path of their time. */
const isSettled = (row: SQL) =>
  sql`not exists (select from agt_move m where m.tenant_id = ${row}.tenant_id and m.create_time > now() - interval '20 minutes')`;

const delta = sql`case when (direction = 2) = (wallet_kind <> 6) then amount else -amount end`;

/** The checks of the ledger itself, across tenants. */
export const LEDGER_CHECKS: readonly SQL[] = [
  sql`select 'journal-unbalanced' as "check", j.journal_no as key, j.total_amount::text as expected,
      concat_ws(' / ', coalesce(e.debit, 0), coalesce(e.credit, 0)) as actual
    from fin_journal j left join (
      select journal_id, sum(amount) filter (where direction = 1) as debit, sum(amount) filter (where direction = 2) as credit
      from fin_entry group by journal_id
    ) e on e.journal_id = j.id
    where e.debit is distinct from j.total_amount or e.credit is distinct from j.total_amount`,
  sql`select 'books-unbalanced' as "check", currency as key, debit::text as expected, credit::text as actual
    from (
      select currency, coalesce(sum(amount) filter (where direction = 1), 0) as debit,
        coalesce(sum(amount) filter (where direction = 2), 0) as credit
      from fin_entry group by currency
    ) books
    where debit <> credit`,
  sql`select 'wallet-differs-from-entries' as "check", concat_ws('/', w.user_id, w.kind, w.currency) as key,
      coalesce(e.total, 0)::text as expected, w.balance::text as actual
    from fin_wallet w full join (
      select owner_user_id, wallet_kind, currency, sum(${delta}) as total
      from fin_entry where owner_user_id is not null group by 1, 2, 3
    ) e on e.owner_user_id = w.user_id and e.wallet_kind = w.kind and e.currency = w.currency
    where coalesce(e.total, 0) is distinct from w.balance`,
  sql`select 'hold-wallet-differs-from-holds' as "check", concat_ws('/', w.user_id, w.kind, w.currency) as key,
      coalesce(h.open, 0)::text as expected, w.balance::text as actual
    from fin_wallet w left join (
      select user_id, account_kind * 2 as kind, currency, sum(amount - captured - released) as open
      from fin_hold group by 1, 2, 3
    ) h on h.user_id = w.user_id and h.kind = w.kind and h.currency = w.currency
    where w.kind in (2, 4) and coalesce(h.open, 0) <> w.balance`,
  sql`select 'hold-exceeded' as "check", hold_no as key, amount::text as expected, (captured + released)::text as actual
    from fin_hold where captured + released > amount or (status = 0) <> (captured + released < amount)`,
  sql`select 'hold-differs-from-journals' as "check", h.hold_no as key,
      concat_ws(' / ', j.held, j.bonus_held, j.captured, j.bonus_captured, j.released, j.bonus_released) as expected,
      concat_ws(' / ', h.amount, h.bonus_amount, h.captured, h.bonus_captured, h.released, h.bonus_released) as actual
    from fin_hold h left join (
      select hold_id, sum(amount) filter (where is_held) as held, sum(bonus) filter (where is_held) as bonus_held,
        coalesce(sum(amount) filter (where is_captured), 0) as captured, coalesce(sum(bonus) filter (where is_captured), 0) as bonus_captured,
        coalesce(sum(amount) filter (where is_released), 0) as released, coalesce(sum(bonus) filter (where is_released), 0) as bonus_released
      from (
        select hold_id, bonus_amount as bonus, event_code in ('HOLD', 'WD_HOLD') as is_held,
          event_code in ('RELEASE', 'WD_RELEASE') as is_released,
          event_code not in ('HOLD', 'WD_HOLD', 'RELEASE', 'WD_RELEASE') as is_captured,
          case event_code when 'WD_FAIL' then -total_amount else total_amount end as amount
        from fin_journal where hold_id is not null
      ) changes group by 1
    ) j on j.hold_id = h.id
    where (h.amount, h.bonus_amount, h.captured, h.bonus_captured, h.released, h.bonus_released)
      is distinct from (j.held, j.bonus_held, j.captured, j.bonus_captured, j.released, j.bonus_released)`,
  sql`select 'chain-gap' as "check", account_code || ' ' || journal_id as key, expected::text, balance_before::text as actual
    from (
      select account_code, journal_id, balance_before, coalesce(
        lag(balance_after) over (partition by account_code, currency order by journal_id, seq), 0) as expected
      from fin_entry where owner_user_id is not null
    ) chain
    where balance_before <> expected`,
  sql`select 'refund-exceeds-charge' as "check", j.journal_no as key, j.total_amount::text as expected, r.total::text as actual
    from fin_journal j join (
      select reversal_of, sum(total_amount) as total, sum(bonus_amount) as bonus
      from fin_journal where reversal_of is not null group by 1
    ) r on r.reversal_of = j.id
    where r.total > j.total_amount or r.bonus > j.bonus_amount`,
  sql`select 'log-differs-from-entries' as "check", concat_ws('/', coalesce(e.journal_id, l.journal_id), coalesce(e.owner_user_id, l.user_id))
      as key, e.columns::text as expected, l.columns::text as actual
    from (
      select e.journal_id, e.owner_user_id, j.journal_no || '-' || e.seq as log_no, jsonb_build_array(e.tenant_id, j.journal_no,
        e.owner_user_id, w.user_type, e.wallet_kind, t.type, case when e.balance_after > e.balance_before then 1 else 2 end, e.amount,
        e.balance_before, e.balance_after, e.currency, j.event_code, j.biz_type, j.biz_id, j.biz_no, j.operator_id, j.operator_name,
        e.create_time) as columns
      from fin_entry e join fin_journal j on j.id = e.journal_id
      left join fin_journal reversed on reversed.id = j.reversal_of and j.event_code = 'REVERSAL'
      left join ${FINANCE_TYPES} on t.event = coalesce(reversed.event_code, j.event_code)
      left join fin_wallet w on w.user_id = e.owner_user_id and w.kind = e.wallet_kind and w.currency = e.currency
      where e.owner_user_id is not null
    ) e full join (
      -- Erasure replaces the name in the log by '#' and the id; the user is deleted then. The journal keeps the name.
      select l.journal_id, l.user_id, l.log_no, jsonb_build_array(l.tenant_id, l.journal_no, l.user_id, l.user_type, l.wallet_kind,
        l.finance_type, l.direction, l.amount, l.before_amount, l.after_amount, l.currency, l.event_code, l.biz_type, l.biz_id, l.biz_no,
        l.operator_id, case when l.operator_name = '#' || l.operator_id and u.deleted_at is not null then j.operator_name else l.operator_name end,
        l.create_time) as columns
      from finance_log l left join fin_journal j on j.id = l.journal_id left join sys_user u on u.id = l.operator_id
    ) l on l.journal_id = e.journal_id and l.log_no = e.log_no
    where e.columns is distinct from l.columns`,
  sql`select 'path-differs-from-user' as "check", concat_ws('/', w.user_id, w.kind, w.currency) as key, u.owner_path as expected,
      w.owner_path as actual
    from fin_wallet w join sys_user u on u.id = w.user_id
    where w.owner_path <> u.owner_path and ${isSettled(sql`w`)}
    union all
    select 'path-differs-from-user', concat_ws('/', l.user_id, l.wallet_kind, l.currency), u.owner_path, l.owner_path
    from finance_log l join sys_user u on u.id = l.user_id
    where l.owner_path <> u.owner_path and ${isSettled(sql`l`)}`,
  sql`select 'totals-differ-from-log' as "check", concat_ws('/', w.user_id, w.currency) as key,
      concat_ws(' / ', coalesce(l.recharged, 0), coalesce(l.consumed, 0), coalesce(l.withdrawn, 0)) as expected,
      concat_ws(' / ', w.recharged, w.consumed, w.withdrawn) as actual
    from (
      select user_id, currency, sum(recharged) as recharged, sum(consumed) as consumed, sum(withdrawn) as withdrawn
      from fin_wallet group by 1, 2
    ) w left join (
      select user_id, currency, coalesce(sum(moved) filter (where finance_type = 1), 0) as recharged,
        coalesce(-sum(moved) filter (where finance_type in (2, 5, 18)), 0) as consumed,
        coalesce(-sum(moved) filter (where finance_type in (8, 9)), 0) as withdrawn
      from finance_log, lateral (select case direction when 1 then amount else -amount end as moved) signed
      group by 1, 2
    ) l on l.user_id = w.user_id and l.currency = w.currency
    where (coalesce(l.recharged, 0), coalesce(l.consumed, 0), coalesce(l.withdrawn, 0))
      is distinct from (w.recharged, w.consumed, w.withdrawn)`,
  sql`select 'entry-changed' as "check", account_code || ' ' || journal_id as key, encode(expected, 'hex') as expected,
      encode(hash, 'hex') as actual
    from (${LINKS}) links where hash is distinct from expected
    order by journal_id, seq`,
  sql`select 'journal-changed' as "check", id::text as key, encode(expected, 'hex') as expected, encode(hash, 'hex') as actual
    from (${CHAIN}) chain where hash is distinct from expected or chain_no <> place
    order by id`,
  sql`select 'journal-chain-end-differs' as "check", concat_ws('/', coalesce(c.tenant_id, j.tenant_id), coalesce(c.slot, j.chain_slot)) as key,
      concat_ws(' ', j.chain_no, encode(j.hash, 'hex')) as expected, concat_ws(' ', c.journals, encode(c.head, 'hex')) as actual
    from (select * from fin_chain where tenant_id <> '*' and journals > 0) c full join (
      select distinct on (tenant_id, chain_slot) tenant_id, chain_slot, chain_no, hash from fin_journal
      order by tenant_id, chain_slot, chain_no desc, id desc
    ) j on j.tenant_id = c.tenant_id and j.chain_slot = c.slot
    where (j.chain_no, j.hash) is distinct from (c.journals, c.head)`,
  sql`select 'proof-changed' as "check", coalesce(p.id::text, '') as key, encode(p.expected, 'hex') as expected, encode(p.hash, 'hex') as actual
    from (select id, hash, fin_proof_link(lag(hash, 1, ''::bytea) over (order by id), to_jsonb(fin_proof), create_time) as expected from fin_proof) p
    where p.hash is distinct from p.expected
    union all
    select 'proof-changed', '', concat_ws(' ', p.count, encode(p.last, 'hex')), concat_ws(' ', c.journals, encode(c.head, 'hex'))
    from (select count(*) as count, (select hash from fin_proof order by id desc limit 1) as last from fin_proof) p
    full join (select journals, head from fin_chain where tenant_id = '*') c on true
    where (p.count, coalesce(p.last, '')) is distinct from (coalesce(c.journals, 0), coalesce(c.head, ''))`,
  sql`select 'entry-differs-from-journal' as "check", e.account_code || ' ' || e.journal_id as key,
      concat_ws(' ', e.place, j.tenant_id, j.currency, j.create_time) as expected,
      concat_ws(' ', e.seq, e.tenant_id, e.currency, e.create_time) as actual
    from (select *, row_number() over (partition by journal_id order by seq) as place from fin_entry) e
    join fin_journal j on j.id = e.journal_id
    where (e.seq, e.tenant_id, e.currency, e.create_time) is distinct from (e.place, j.tenant_id, j.currency, j.create_time)
    order by j.id`,
  sql`select 'chain-end-differs' as "check", concat_ws('/', w.user_id, w.kind, w.currency) as key,
      encode(coalesce(e.hash, ''), 'hex') as expected, encode(w.chain_head, 'hex') as actual
    from fin_wallet w left join (
      select distinct on (owner_user_id, wallet_kind, currency) owner_user_id, wallet_kind, currency, hash
      from fin_entry where owner_user_id is not null
      order by owner_user_id, wallet_kind, currency, journal_id desc, seq desc
    ) e on e.owner_user_id = w.user_id and e.wallet_kind = w.kind and e.currency = w.currency
    where coalesce(e.hash, '') <> w.chain_head`,
  sql`select 'root-differs' as "check", p.last_journal_id::text as key, p.root as expected, coalesce(now.root, '–') as actual
    from (select last_journal_id, root from fin_proof where root is not null order by id desc limit 1) p,
      lateral (select fin_root(p.last_journal_id) as root) now
    where now.root is distinct from p.root`,
  sql`select 'entry-outside-months' as "check", to_char(create_time, 'YYYY-MM') as key, '0' as expected, count(*)::text as actual
    from fin_entry_default group by 2`,
];
