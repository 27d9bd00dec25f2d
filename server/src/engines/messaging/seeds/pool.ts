import { seedMatch, seedOwner } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import type { embeddedNumber } from '@trade-assistant/contract/areas/whatsapp/embedded-number.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { normalise } from '../../../kernel/phone/index.ts';
import { atField } from './errors.ts';
import type { PanelMembers } from './panel.ts';

const ACCURACY_DAYS = 30;

/**
 * Returns the columns of a new number of the pool. Numbers of panel members need the member's consent.
 * @throws SEED_NUMBER_INVALID, SEED_PANEL_MISSING, SEED_MEMBER_UNKNOWN at their fields
 */
export async function numberToWrite(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  { number, ...input }: Partial<InputOf<typeof embeddedNumber>>,
) {
  const read = normalise(number ?? '');
  if (!read.ok || read.countryCode.length !== 2) throw atField('number', 'SEED_NUMBER_INVALID');
  const { e164, countryCode } = read;
  if (input.ownerKind !== seedOwner.is.member) return { ...input, e164, countryCode, appUserId: null, consentId: null };
  if (!panel) throw atField('ownerKind', 'SEED_PANEL_MISSING');
  const id = input.appUserId ?? 0n;
  const member = (await panel.find(tx, actor.tenantId, [id])).get(id);
  if (!member || member.consentId === null) throw atField('appUserId', 'SEED_MEMBER_UNKNOWN');
  return { ...input, e164, countryCode, appUserId: id, consentId: member.consentId };
}

/** Returns today's uses and the share of true and timely reports in 30 days (percent, null without reports) of some numbers. */
export async function numberFigures(
  run: Pick<Db['drizzle'], 'execute'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly usedToday: number; readonly successRate: string | null }>> {
  const { match, providerFalse, late } = seedMatch.is;
  const { rows } = await run.execute<{ id: string; used: number; rate: string | null }>(sql`
    select n.id::text, case when n.used_day = ${todayOf(sql`n.tenant_id`)} then n.used_count else 0 end as used, t.rate::text
    from sed_number n left join lateral (
      select trim_scale(round(100.0 * count(*) filter (where match_result in (${match}, ${providerFalse})) / nullif(count(*), 0), 1)) as rate
      from sed_task where embedded_number_id = n.id and report_time > now() - make_interval(days => ${ACCURACY_DAYS})
        and match_result <= ${late} and deleted_at is null
    ) t on true
    where n.id = any(${sql.param(ids.map(String))}::bigint[])`);
  return new Map(rows.map(({ id, used, rate }) => [BigInt(id), { usedToday: Number(used), successRate: rate }]));
}
