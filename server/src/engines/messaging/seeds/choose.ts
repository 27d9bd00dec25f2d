import { seedStatus } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { panelMembers } from './panel.ts';

/** Seed numbers of one order. */
export const SEEDS_LEAST = 1;
export const SEEDS_MOST = 20;
/** Candidates for each wanted number: members who may not be used are passed over. */
const CANDIDATES = 3;

export interface ChosenSeed {
  readonly seedId: bigint;
  readonly e164: bigint;
  readonly countryCode: string;
}

export interface SeedDemand {
  readonly tenantId: string;
  /** As `business_type`. */
  readonly channel: number;
  readonly countries: readonly { readonly countryCode: string; readonly lines: number }[];
}

/**
 * Chooses seed numbers for an order at random and counts each as used today: `embedded.permille` of its lines, from 1 to 20, by country in
 * proportion to the lines. A country without enough available numbers leaves its share to the others, so fewer may be returned. Numbers
 * that another order is choosing at this moment are passed over.
 */
export async function chooseSeeds(
  app: Pick<App, 'parameters'>,
  tx: Tx,
  { tenantId, channel, countries }: SeedDemand,
): Promise<ChosenSeed[]> {
  const permille = app.parameters.get(tenantId, 'embedded.permille');
  const chosen: ChosenSeed[] = [];
  let missing = 0;
  for (const { countryCode, count } of sharesOf(countries, permille)) {
    const wanted = Math.min(count + missing, SEEDS_MOST);
    const taken = await take(tx, { tenantId, channel, countryCode }, wanted);
    chosen.push(...taken);
    missing = wanted - taken.length;
  }
  return chosen;
}

/** Returns how many seeds each country has, the one with the fewest lines first: what is missing there goes to the larger ones. */
export function sharesOf(
  countries: SeedDemand['countries'],
  permille: number,
): { readonly countryCode: string; readonly count: number }[] {
  const lines = countries.reduce((sum, country) => sum + country.lines, 0);
  if (lines === 0) return [];
  const total = Math.min(SEEDS_MOST, Math.max(SEEDS_LEAST, Math.round((lines * permille) / 1000)));
  const exact = countries.map((country) => ({ ...country, share: (total * country.lines) / lines }));
  const left = total - exact.reduce((sum, { share }) => sum + Math.floor(share), 0);
  return exact
    .toSorted((a, b) => (b.share % 1) - (a.share % 1) || b.lines - a.lines)
    .map(({ share, ...country }, place) => ({ ...country, count: Math.floor(share) + (place < left ? 1 : 0) }))
    .toSorted((a, b) => a.lines - b.lines)
    .map(({ countryCode, count }) => ({ countryCode, count }));
}

/** Takes available numbers of one country and counts them as used. */
async function take(
  tx: Tx,
  { tenantId, channel, countryCode }: Omit<SeedDemand, 'countries'> & { readonly countryCode: string },
  wanted: number,
): Promise<ChosenSeed[]> {
  if (wanted === 0) return [];
  const panel = panelMembers();
  const { available, inUse } = seedStatus.is;
  const { rows } = await tx.execute<{ id: string; e164: string; member: string | null }>(sql`
    select id::text, e164::text, app_user_id::text as member from sed_number
    where tenant_id = ${tenantId} and channel = ${channel} and country_code = ${countryCode} and status in (${available}, ${inUse})
      and deleted_at is null and (used_day is distinct from ${todayOf(tenantId)} or used_count < daily_limit)
      and (owner_kind = 1 or ${panel !== null})
    order by random() limit ${wanted * CANDIDATES} for update skip locked`);
  const memberIds = rows.flatMap(({ member }) => (member === null ? [] : [BigInt(member)]));
  const members = panel && memberIds.length > 0 ? await panel.find(tx, tenantId, memberIds) : new Map<bigint, never>();
  const usable = rows.filter(({ member }) => {
    if (member === null) return true;
    const found = members.get(BigInt(member));
    return found !== undefined && !found.isLocked && found.isTrusted && found.consentId !== null;
  });
  const seeds = usable
    .slice(0, wanted)
    .map(({ id, e164 }) => ({ seedId: BigInt(id), e164: BigInt(e164), countryCode }));
  await countUse(
    tx,
    tenantId,
    seeds.map(({ seedId }) => seedId),
  );
  return seeds;
}

/** Counts a use of locked numbers on the present day of the tenant. */
export async function countUse(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update sed_number set used_count = case when used_day = d.today then used_count + 1 else 1 end, used_day = d.today, last_used_time = now()
    from (select ${todayOf(tenantId)} as today) d where id = any(${sql.param(ids.map(String))}::bigint[])`);
}
