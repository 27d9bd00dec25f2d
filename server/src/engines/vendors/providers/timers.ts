import { providerBreaker, providerOutcome } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { deleteInBatches } from '../../../kernel/db/batches.ts';
import { defineTimer, eachAlone, type Timer } from '../../../kernel/jobs/index.ts';
import { integerParameter, PLATFORM } from '../../../kernel/parameters/index.ts';
import { reportIncomplete } from './channels/smpp/assemble.ts';
import { isolateAndTell, WRONG_MINUTES, wrongNumbers } from './isolation.ts';
import { applyReceipts, type ReceiptKind } from './receipts.ts';

const { isolated } = providerBreaker.is;
const { answered, announced, wrong } = providerOutcome.is;
const SECOND_MILLIS = 1000;
const MINUTE_MILLIS = 60_000;
/** Fewer wrong numbers isolate no provider, at any share. */
const WRONG_LEAST = 20;

/** Isolates providers that answer with too many foreign or contradictory numbers, and notifies those who may release them. */
export async function isolateWrong(app: App): Promise<void> {
  const since = sql`now() - make_interval(mins => ${WRONG_MINUTES})`;
  const { rows } = await app.db.drizzle.execute<{
    id: string;
    wrong: number;
    percent: number;
  }>(sql`
    select p.id::text, m.wrong::int,
      round(m.wrong * 100.0 / greatest(m.lines, m.wrong), 1)::float8 as percent
    from prv_provider p join prv_health h on h.provider_id = p.id
      cross join lateral (
        select coalesce(sum(lines) filter (where outcome = ${wrong}), 0) as wrong,
          coalesce(sum(lines) filter (where outcome in (${answered}, ${announced})), 0) as lines
        from prv_minute where provider_id = p.id and minute > greatest(${since}, h.released_time)
      ) m
    where h.breaker <> ${isolated} and p.deleted_at is null and m.wrong >= ${WRONG_LEAST}
      and ${integerParameter(sql`p.tenant_id`, 'provider.wrongPercent')} > 0
      and m.wrong * 100 > m.lines * ${integerParameter(sql`p.tenant_id`, 'provider.wrongPercent')}`);
  await eachAlone(rows, ({ id, wrong: count, percent }) => {
    return app.db.tx((tx) => isolateAndTell(tx, BigInt(id), wrongNumbers(count, percent)));
  });
}

/** Deletes callbacks that are too old. */
const purge = ({ db, parameters }: App) =>
  deleteInBatches(
    db,
    'prv_receipt',
    sql`receive_time < now() - make_interval(days => ${parameters.get(PLATFORM, 'provider.receiptDays')}::int)`,
  );

/** The clockwork of providers; `kinds` apply callbacks. */
export const providerTimers = (kinds: readonly ReceiptKind[]): readonly Timer[] => {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  return [
    defineTimer({
      name: 'providers/receipts',
      every: SECOND_MILLIS,
      run: async (app) => void (await applyReceipts(app, byKind)),
    }),
    defineTimer({
      name: 'providers/incomplete-texts',
      every: MINUTE_MILLIS,
      run: async (app) => void (await reportIncomplete(app)),
    }),
    defineTimer({ name: 'providers/isolate-wrong', every: SECOND_MILLIS, run: isolateWrong }),
    defineTimer({ name: 'providers/purge', every: { at: '04:00' }, run: async (app) => void (await purge(app)) }),
  ];
};
