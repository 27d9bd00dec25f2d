import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { rowText } from './row-text.ts';
import { isStamped } from './stamp.ts';
import { acceptedRows } from './unstamped.ts';

const BATCH = 1000;
/** Longer than any recorded transaction lives: a row older than this when everything was last sealed should have its link. */
const LATE = sql`interval '1 hour'`;
const PURPOSE = 'audit trail';

export type TrailFault = 'changed' | 'removed' | 'inserted' | 'broken' | 'cut';

/** The first thing that is not as it was sealed. */
export interface TrailProblem {
  readonly fault: TrailFault;
  /** The row of the trail; null where only the chain is damaged. */
  readonly id: bigint | null;
  readonly time: Date | null;
}

export interface TrailProof {
  /** Rows that were proven. */
  readonly proven: number;
  /** Rows that are not sealed yet. */
  readonly waiting: number;
  /** Where the chain ends; to be kept elsewhere, so that even a chain that was replaced as a whole is missed. */
  readonly head: { readonly seq: bigint; readonly hash: string } | null;
  /** How many rows and places are not as they were sealed. */
  readonly faults: number;
  readonly problem: TrailProblem | null;
}

type Digest = Pick<Secrets, 'digest'>;

const linkHash = (secrets: Digest, tenantId: string, seq: bigint, before: string, row: string): string =>
  secrets.digest(JSON.stringify([tenantId, String(seq), before, row]), PURPOSE);
const headMac = (secrets: Digest, tenantId: string, seq: bigint, hash: string): string =>
  secrets.digest(JSON.stringify(['head', tenantId, String(seq), hash]), PURPOSE);

const lengthsMac = (secrets: Digest, lengths: Readonly<Record<string, string>>): string =>
  secrets.digest(JSON.stringify(['lengths', Object.entries(lengths).sort(([a], [b]) => (a < b ? -1 : 1))]), PURPOSE);

/** The length of each tenant's chain when the trail was last sealed; null when its code is wrong. */
async function sealedLengths(tx: Tx, secrets: Digest): Promise<Readonly<Record<string, string>> | null> {
  const { rows } = await tx.execute<{ lengths: Record<string, string>; mac: string | null }>(
    sql`select lengths, mac from audit_seal where id = 1`,
  );
  const { lengths = {}, mac = null } = rows[0] ?? {};
  if (mac === null && Object.keys(lengths).length === 0) return lengths;
  return mac === lengthsMac(secrets, lengths) ? lengths : null;
}

/**
 * Links rows committed since the last call to the chains of their tenants. Writers of the trail do not wait: one
 * process at a time links rows in batches, in the order in which it finds them. @returns the number of rows
 */
export async function sealTrail(db: Pick<Db, 'tx'>, secrets: Digest): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await db.tx((tx) => sealBatch(tx, secrets));
    sealed += count;
    if (count < BATCH) return sealed;
  }
}

interface Unsealed extends Record<string, unknown> {
  readonly id: string;
  readonly tenant_id: string;
  readonly time: string;
  readonly row: string;
}

async function sealBatch(tx: Tx, secrets: Digest): Promise<number> {
  await tx.execute(sql`select from audit_seal where id = 1 for update`);
  const { rows } = await tx.execute<Unsealed>(sql`
    select a.id::text, a.tenant_id, a.create_time::text as time, ${rowText(sql`a`)} as row
    from audit_log a
    where a.create_time >= coalesce((select sealed_time - ${LATE} from audit_seal), '-infinity')
      and not exists (select from audit_link l where l.audit_id = a.id)
    order by a.id limit ${BATCH}`);
  const tenants = [...new Set(rows.map((row) => row.tenant_id))];
  const heads = new Map((await headsOf(tx, tenants)).map((head) => [head.tenantId, head]));
  const links = rows.map(({ id, tenant_id: tenantId, time, row }) => {
    const before = heads.get(tenantId) ?? { seq: 0n, hash: '' };
    const seq = before.seq + 1n;
    const hash = linkHash(secrets, tenantId, seq, before.hash, row);
    heads.set(tenantId, { tenantId, seq, hash });
    return { tenantId, seq: String(seq), id, time, hash };
  });
  if (links.length > 0) {
    await tx.execute(sql`
      insert into audit_link (tenant_id, seq, audit_id, audit_time, hash)
      select "tenantId", seq, id, time, hash from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        r ("tenantId" text, seq bigint, id bigint, time timestamptz, hash text)`);
    const ends = [...heads.values()].map(({ tenantId, seq, hash }) => ({
      tenantId,
      seq: String(seq),
      hash,
      mac: headMac(secrets, tenantId, seq, hash),
    }));
    await tx.execute(sql`
      insert into audit_head (tenant_id, seq, hash, mac)
      select "tenantId", seq, hash, mac from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        r ("tenantId" text, seq bigint, hash text, mac text)
      on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash, mac = excluded.mac`);
    // Lengths with a wrong code stay as they are: sealing on would make them look right.
    const sealed = await sealedLengths(tx, secrets);
    if (sealed !== null) {
      const lengths = { ...sealed, ...Object.fromEntries(ends.map(({ tenantId, seq }) => [tenantId, seq])) };
      await tx.execute(sql`
        update audit_seal set lengths = ${JSON.stringify(lengths)}::jsonb, mac = ${lengthsMac(secrets, lengths)} where id = 1`);
    }
  }
  if (rows.length < BATCH) await tx.execute(sql`update audit_seal set sealed_time = now() where id = 1`);
  return rows.length;
}

interface Head {
  readonly tenantId: string;
  readonly seq: bigint;
  readonly hash: string;
  readonly mac?: string;
}

async function headsOf(tx: Tx, tenants: readonly string[]): Promise<Head[]> {
  const { rows } = await tx.execute<{ tenant_id: string; seq: string; hash: string; mac: string }>(
    sql`select tenant_id, seq::text, hash, mac from audit_head where tenant_id = any(${sql.param(tenants)}::text[])`,
  );
  return rows.map(({ tenant_id, seq, hash, mac }) => ({ tenantId: tenant_id, seq: BigInt(seq), hash, mac }));
}

interface Linked extends Record<string, unknown> {
  readonly seq: string;
  readonly hash: string;
  readonly audit_id: string;
  readonly time: Date | string;
  readonly row: string | null;
}

/**
 * Recomputes a tenant's whole chain, counts the rows and places that differ from their seals, and returns the first. Reads the whole trail:
 * some hundred thousand rows in a few seconds. `onStep` receives progress and total, and may throw to stop.
 */
export function verifyTrail(
  db: Pick<Db, 'tx'>,
  secrets: Digest,
  tenantId: string,
  onStep: (done: number, total: number) => void = () => {},
): Promise<TrailProof> {
  // One snapshot, so that rows sealed meanwhile are not missed.
  return db.tx(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const counted = await tx.execute<{ waiting: number; late: number; id: string | null; time: string | null }>(sql`
        select count(*)::int as waiting, (count(*) filter (where a.create_time < s.sealed_time - ${LATE}))::int as late,
          min(a.id) filter (where a.create_time < s.sealed_time - ${LATE})::text as id,
          (min(a.create_time) filter (where a.create_time < s.sealed_time - ${LATE}))::text as time
        from audit_seal s join audit_log a on a.tenant_id = ${tenantId}
          and not exists (select from audit_link l where l.audit_id = a.id)`);
    const { waiting = 0, late = 0, id = null, time = null } = counted.rows[0] ?? {};
    const [head] = await headsOf(tx, [tenantId]);
    const lengths = await sealedLengths(tx, secrets);
    const walked = await walk(tx, secrets, tenantId, head, onStep);
    const isWhole = walked.isWhole && lengths !== null && (lengths[tenantId] ?? '0') === String(head?.seq ?? 0n);
    const cut = isWhole ? null : { fault: 'cut' as const, id: null, time: null };
    const inserted =
      id === null ? null : { fault: 'inserted' as const, id: BigInt(id), time: time === null ? null : new Date(time) };
    const copied = await copiedRows(tx, tenantId);
    return {
      proven: walked.proven,
      waiting,
      head: head ? { seq: head.seq, hash: head.hash } : null,
      faults: walked.faults + (cut ? 1 : 0) + late + copied.count,
      problem: walked.problem ?? cut ?? inserted ?? copied.latest,
    };
  });
}

interface Walked extends Pick<TrailProof, 'proven' | 'faults' | 'problem'> {
  /** Whether the chain ends as its head says. */
  readonly isWhole: boolean;
}

/** Follows a chain from its beginning to its end. After a fault it goes on from the hash that is stored there. */
async function walk(
  tx: Tx,
  secrets: Digest,
  tenantId: string,
  head: Head | undefined,
  onStep: (done: number, total: number) => void,
): Promise<Walked> {
  const accepted = await acceptedRows(tx, secrets, tenantId);
  let [place, before, proven, faults] = [0n, '', 0, 0];
  let problem: TrailProblem | null = null;
  for (;;) {
    const { rows } = await tx.execute<Linked>(sql`
      select l.seq::text, l.hash, l.audit_id::text, l.audit_time::text as time,
        case when a.id is not null then ${rowText(sql`a`)} end as row
      from audit_link l left join audit_log a on a.id = l.audit_id and a.create_time = l.audit_time and a.tenant_id = l.tenant_id
      where l.tenant_id = ${tenantId} and l.seq > ${place} order by l.seq limit ${BATCH}`);
    for (const { seq: text, hash, audit_id: id, time, row } of rows) {
      const seq = BigInt(text);
      const faultHere = async (): Promise<TrailFault | null> => {
        // What stood before a gap is gone, and with it the hash that this link was made with.
        if (seq !== place + 1n) return 'broken';
        if (row === null) return faultOf(tx, id);
        if (linkHash(secrets, tenantId, seq, before, row) !== hash) return 'changed';
        return accepted.has(id) || isWritten(secrets, row) ? null : 'inserted';
      };
      const fault = await faultHere();
      if (fault === null) proven += 1;
      else {
        faults += 1;
        problem ??= { fault, id: BigInt(id), time: new Date(time) };
      }
      [place, before] = [seq, hash];
    }
    onStep(Number(place), Number(head?.seq ?? place));
    if (rows.length < BATCH) break;
  }
  const isWhole = head
    ? head.seq === place && head.hash === before && head.mac === headMac(secrets, tenantId, head.seq, head.hash)
    : place === 0n;
  return { proven, faults, problem, isWhole };
}

/** Whether the program wrote a row, given as `rowText` gives it. */
function isWritten(secrets: Digest, row: string): boolean {
  const columns = JSON.parse(row);
  const stamp = columns.pop();
  return isStamped(secrets, stamp, [...columns.slice(1, 11), ...columns.slice(12)]);
}

/** Rows that have the stamp of an earlier one: how many, and the latest of the first such stamp. */
async function copiedRows(tx: Tx, tenantId: string): Promise<{ count: number; latest: TrailProblem | null }> {
  const { rows } = await tx.execute<{ id: string; time: string; copies: number }>(sql`
    select max(id)::text as id, max(create_time)::text as time, count(*)::int - 1 as copies from audit_log
    where tenant_id = ${tenantId} and stamp <> '' group by stamp having count(*) > 1 order by max(id)`);
  const [row] = rows;
  return {
    count: rows.reduce((sum, { copies }) => sum + copies, 0),
    latest: row ? { fault: 'inserted', id: BigInt(row.id), time: new Date(row.time) } : null,
  };
}

/** Fault of a row that is missing from the place its link names: removed, or with another time or tenant. */
async function faultOf(tx: Tx, id: string): Promise<TrailFault> {
  const { rows } = await tx.execute(sql`select from audit_log where id = ${id}::bigint`);
  return rows.length > 0 ? 'changed' : 'removed';
}

/** Every tenant that has a trail. */
export async function trailTenants(db: Pick<Db, 'drizzle'>): Promise<string[]> {
  const { rows } = await db.drizzle.execute<{ tenant_id: string }>(sql`
    select tenant_id from audit_head union select tenant_id from sys_tenant
    union select jsonb_object_keys(lengths) from audit_seal order by 1`);
  return rows.map((row) => row.tenant_id);
}

/** The last proof of a tenant's trail, as it is kept. */
export interface KeptProof extends TrailProof {
  readonly time: Date;
  /** The user who started it; empty for the nightly one. */
  readonly account: string;
}

/** Stores the result of a proof in place of the previous one. */
export async function keepProof(tx: Tx, tenantId: string, account: string, proof: TrailProof): Promise<void> {
  const { proven, waiting, head, faults, problem } = proof;
  await tx.execute(sql`
    insert into audit_proof (tenant_id, proof_time, account, proven, waiting, head_seq, head_hash, faults, fault, audit_id, audit_time)
    values (${tenantId}, now(), ${account}, ${proven}, ${waiting}, ${head?.seq ?? null}, ${head?.hash ?? null},
      ${faults}, ${problem?.fault ?? null}, ${problem?.id ?? null}, ${problem?.time ?? null})
    on conflict (tenant_id) do update set proof_time = excluded.proof_time, account = excluded.account, proven = excluded.proven,
      waiting = excluded.waiting, head_seq = excluded.head_seq, head_hash = excluded.head_hash, faults = excluded.faults, fault = excluded.fault,
      audit_id = excluded.audit_id, audit_time = excluded.audit_time`);
}

/** Returns the last verification of a tenant's trail; null before the first. */
export async function keptProof(db: Pick<Db, 'drizzle'>, tenantId: string): Promise<KeptProof | null> {
  const { rows } = await db.drizzle.execute<Record<string, string | null>>(sql`
    select proof_time::text as time, account, proven::text as proven, waiting::text as waiting, head_seq::text as seq, head_hash as hash,
      faults::text as faults, fault, audit_id::text as id, audit_time::text as at
    from audit_proof where tenant_id = ${tenantId}`);
  const [row] = rows;
  if (!row) return null;
  const { time, account, proven, waiting, seq, hash, faults, fault, id, at } = row;
  return {
    time: new Date(time ?? 0),
    account: account ?? '',
    proven: Number(proven),
    waiting: Number(waiting),
    head: seq && hash ? { seq: BigInt(seq), hash } : null,
    // A node of the previous release stores a fault without counting.
    faults: fault ? Math.max(1, Number(faults)) : 0,
    problem: fault ? { fault: fault as TrailFault, id: id ? BigInt(id) : null, time: at ? new Date(at) : null } : null,
  };
}
