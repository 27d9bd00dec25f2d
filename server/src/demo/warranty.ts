import { warrantySource } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { sql } from 'drizzle-orm';
import {
  type Claim,
  type ClaimEvent,
  type Delivered,
  deliveredLines,
  moveClaim,
  openClaim,
  warrantyChecks,
} from '../engines/stock/warranty/index.ts';
import { businessNumber, type Demo } from './demo.ts';

const MINUTE_MILLIS = 60_000;

/** Claims about numbers still in warranty, in the states that wait for something, and a refused one. */
export async function claimWarranties(demo: Demo): Promise<void> {
  const { tx, system, people } = demo;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select min(i.id)::text as id from inv_item i join inv_outbound n on n.id = i.outbound_id
      join agt_product_order o on o.tenant_id = n.tenant_id and o.order_no = n.order_no and o.status = 3
    where i.tenant_id = ${system.tenantId} and i.stock_status = 2 and n.warranty_until > now() + interval '4 hours' and o.amount > 0
    group by n.id order by 1 limit 4`);
  const lines = await deliveredLines(tx, system.tenantId, { itemIds: rows.map(({ id }) => BigInt(id)) });
  const clerk = people.staff.finance;
  const confirm: Step = { event: 'confirm', more: () => ({ confirmTime: ago(12), nextCheckTime: null }) };
  const cases: readonly (readonly Step[])[] = [
    [],
    [{ event: 'review', more: () => ({ nextCheckTime: null }) }],
    [confirm, { event: 'ask', more: () => ({ choiceUntil: new Date(Date.now() + 47 * 60 * MINUTE_MILLIS) }) }],
    [
      {
        event: 'refuse',
        by: clerk,
        more: () => ({
          ...{
            decideReason: '检测正常（演示） / It answers (demo)',
            decider: clerk.userId,
            deciderName: clerk.realName,
          },
          ...{ nextCheckTime: null, reason: '检测正常（演示） / It answers (demo)' },
        }),
      },
    ],
  ];
  for (const [index, steps] of cases.entries()) {
    const line = lines[index];
    if (line) await claim(demo, line, steps, { isFiled: index === 1 || index === 3 });
  }
}

interface Step {
  readonly event: ClaimEvent;
  readonly by?: Demo['system'];
  readonly more: () => Parameters<typeof moveClaim>[4] & object;
}

const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MILLIS);

async function claim(
  { tx, random, system }: Demo,
  line: Delivered,
  steps: readonly Step[],
  { isFiled }: { readonly isFiled: boolean },
): Promise<void> {
  const opened = await openClaim(tx, system, line, {
    claimNo: businessNumber(random, 'WC', ago(60)),
    ...(isFiled
      ? { source: warrantySource.is.person, content: '今天起无法接通（演示） / Not reachable since today (demo)' }
      : { source: warrantySource.is.check }),
  });
  if (!opened) return;
  let current: Claim = opened;
  const checked = isFiled ? [] : steps.length === 0 ? [20] : [45, 12];
  for (const minutes of checked)
    await tx.insert(warrantyChecks).values({
      claimId: opened.id,
      taskId: 0n,
      providerCode: 'demo',
      result: checkResult.is.vacant,
      verdict: 1,
      beginTime: ago(minutes + 1),
      checkTime: ago(minutes),
    });
  if (checked[0] !== undefined)
    await tx.execute(sql`update war_claim set suspect_time = ${ago(checked[0])}, checks = ${checked.length},
      next_check_time = case when ${checked.length} = 1 then ${ago(-10)}::timestamptz end where id = ${opened.id}`);
  for (const { event, by = system, more } of steps) current = await moveClaim(tx, by, current, event, more());
  await tx.execute(
    sql`update war_claim set create_time = ${ago(60)}, update_time = ${ago(10)} where id = ${opened.id}`,
  );
  await tx.execute(sql`update biz_state_log set create_time = case when from_state is null then ${ago(60)}::timestamptz else ${ago(10)}::timestamptz end
    where object_type = 'agent/warranty-claim' and object_id = ${opened.id}`);
}
