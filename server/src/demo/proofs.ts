import { sql } from 'drizzle-orm';
import { verifyAndRecord } from '../engines/money/ledger/index.ts';
import type { Demo } from './demo.ts';

/** Nights that have a proof on record. */
const NIGHTS = 30;

/** The proofs of past nights, over as many journals as there were by then, and a real one of now. */
export async function provePast({ tx, system, timeline }: Demo): Promise<void> {
  for (let night = NIGHTS; night >= 1; night -= 1) {
    const at = timeline.dayAt(night, 4);
    await tx.execute(sql`
      insert into fin_proof (ok, journal_count, duration_ms, operator_name, create_time)
      select 1, count(*), 40 + count(*) / 20, ${system.account}, ${at.toISOString()}::timestamptz
      from fin_journal where create_time < ${at.toISOString()}::timestamptz`);
  }
  await verifyAndRecord(tx, system);
}
