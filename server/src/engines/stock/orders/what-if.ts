import { rebateSource, rebateStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import type { TemplatePrice } from '../../money/pricing/index.ts';
import { ORDER } from './states.ts';
import { productOrders } from './tables.ts';

/** A scenario. Rates and percentages are decimal text. */
export type WhatIf =
  | { readonly kind: 'prices'; readonly percent: string }
  | { readonly kind: 'template'; readonly prices: readonly TemplatePrice[] }
  | { readonly kind: 'rebates'; readonly level1: string | null; readonly level2: string | null };

export interface WhatIfRange {
  /** Time of the orders: from inclusive, to exclusive. */
  readonly from: Date;
  readonly to: Date;
  /** Limits the change to these orders; others stay in the figures unchanged. */
  readonly businessType?: number | undefined;
  readonly serviceType?: number | undefined;
}

/** Sums of an agent, of a country or of all: actual and hypothetical price, and the commissions of superior agents on each. */
interface WhatIfSums {
  readonly orders: number;
  readonly changed: number;
  readonly atFloor: number;
  readonly salesNow: bigint;
  readonly salesThen: bigint;
  readonly rebatesNow: bigint;
  readonly rebatesThen: bigint;
}

interface WhatIfReport {
  readonly totals: WhatIfSums & { readonly winners: number; readonly losers: number };
  /** Sales are what the agent pays, rebates what it earns itself. Sorted by the size of the change. */
  readonly agents: readonly (WhatIfSums & { readonly agentId: bigint; readonly agentName: string })[];
  /** Rebates are those earned from sales in the country. Sorted by the size of the change. */
  readonly countries: readonly (WhatIfSums & { readonly countryCode: string })[];
}

interface Row extends Record<string, unknown> {
  readonly kind: number;
  readonly agent_id: string | null;
  readonly agent_name: string | null;
  readonly country_code: string | null;
  readonly orders: string;
  readonly changed: string;
  readonly at_floor: string;
  readonly sales_now: string;
  readonly sales_then: string;
  readonly rebates_now: string;
  readonly rebates_then: string;
  readonly winners: string;
  readonly losers: string;
}

/** Values of `grouping` of a row. */
const [BY_AGENT, BY_COUNTRY] = [1, 2];
/** Orders whose money has moved; held money may still be released. */
const SETTLED = sql.raw(`(${ORDER.completed}, ${ORDER.partlyRefunded}, ${ORDER.refunded})`);

/**
 * Returns settled orders of a period net of refunds, actual and hypothetical, by one statement for any scenario. The
 * refunded share of an order stays. Rebates are recomputed per order as `reb_earn` and refunds do.
 */
export async function whatIfReport(
  tx: Pick<Tx, 'execute'>,
  actor: Actor,
  range: WhatIfRange,
  scenario: WhatIf,
  agentsMax: number,
): Promise<WhatIfReport> {
  const o = productOrders;
  const service = sql`(${o.productSnapshot} ->> 'serviceType')::int`;
  const chosen = and(
    range.businessType === undefined ? undefined : sql`${o.businessType} = ${range.businessType}`,
    range.serviceType === undefined ? undefined : sql`${service} = ${range.serviceType}`,
  );
  const price = pricing(scenario, chosen ?? sql`true`, service);
  const rates = scenario.kind === 'rebates' ? [scenario.level1, scenario.level2] : [null, null];
  const rateOf = (level: SQL) => sql`case ${level} when 1 then ${rates[0]}::numeric else ${rates[1]}::numeric end`;
  const net = (rebate: SQL) =>
    sql`case when o.refunded >= o.amount then 0 else ${rebate} - trunc(${rebate} * o.refunded / o.amount) end`;
  // Only new rates need the cost of orders: earned rebates contain it.
  const cost =
    scenario.kind === 'rebates'
      ? sql`case when (select reb_on_margin(${actor.tenantId})) then reb_cost(${rebateSource.is.product}, priced.id, priced.amount::bigint) else 0 end`
      : sql`0`;
  const { rows } = await tx.execute<Row>(sql`
    with priced as (
      select ${o.id} as id, ${o.agentId} as agent_id, ${o.countryCode} as country_code, ${o.numbers} as numbers,
        ${o.amount}::numeric as amount, ${o.refundAmount}::numeric as refunded, ${o.unitPrice}::numeric as unit_now,
        ${o.numbers} - ${o.refundedQty} * (${o.numbers} / ${o.quantity}) as kept, ${chosen ?? sql`true`} as chosen,
        ${price.unit} as unit_then, ${price.isFloor} as at_floor
      from ${o} ${price.joins}
      where ${visible(actor, o, 'owner')} and ${gte(o.createTime, range.from)} and ${lt(o.createTime, range.to)}
        and ${o.status} in ${SETTLED}
    ), o as materialized (
      select *, ${cost} as cost, amount - refunded as sales_now, unit_now <> unit_then as changed, case when unit_now = unit_then then amount else unit_then * numbers end as gross_then,
        case when unit_now = unit_then then amount - refunded when unit_now = 0 then unit_then * kept
          else round((amount - refunded) * unit_then / unit_now) end as sales_then
      from priced
    ), above as (
      select c.id as customer_id, a.level, b.id as agent_id, ${rateOf(sql`a.level`)} as rate
      from sys_user c left join sys_user p on p.id = c.parent_id
        cross join lateral (values (1, c.parent_id), (2, p.parent_id)) a (level, agent_id)
        join sys_user b on b.id = a.agent_id and b.tenant_id = c.tenant_id and b.user_type = 2 and b.deleted_at is null
      where c.tenant_id = ${actor.tenantId} and ${scenario.kind === 'rebates'}
    ), earned as (
      select r.beneficiary_id as agent_id, o.country_code, (r.rebate_amount - r.reversed_amount)::numeric as now,
        case when r.status = ${rebateStatus.is.voided} or (o.chosen and ${rateOf(sql`r.level`)} is not null) then 0
          when not o.changed then r.rebate_amount - r.reversed_amount
          else ${net(sql`floor(greatest(o.gross_then - coalesce(r.cost_amount, 0), 0) * r.rate / 100)`)} end as later
      from agt_rebate r join o on o.id = r.source_id
      where r.tenant_id = ${actor.tenantId} and r.source_type = 3 and r.create_time >= ${range.from} and r.deleted_at is null
      union all
      select a.agent_id, o.country_code, 0, ${net(sql`floor(greatest(o.amount - o.cost, 0) * a.rate / 100)`)}
      from o join above a on a.customer_id = o.agent_id
      where o.chosen and o.amount > 0 and a.rate is not null
    ), lines as (
      select agent_id, country_code, count(*) as orders, count(*) filter (where changed) as changed,
        count(*) filter (where at_floor) as at_floor, sum(sales_now) as sales_now, sum(sales_then) as sales_then,
        0::numeric as rebates_now, 0::numeric as rebates_then
      from o group by 1, 2
      union all
      select agent_id, country_code, 0, 0, 0, 0, 0, sum(now), sum(later) from earned group by 1, 2
    ), sums as (
      select grouping(agent_id, country_code) as kind, agent_id, country_code, coalesce(sum(orders), 0) as orders,
        coalesce(sum(changed), 0) as changed, coalesce(sum(at_floor), 0) as at_floor, coalesce(sum(sales_now), 0) as sales_now,
        coalesce(sum(sales_then), 0) as sales_then, coalesce(sum(rebates_now), 0) as rebates_now,
        coalesce(sum(rebates_then), 0) as rebates_then
      from lines group by grouping sets ((), (agent_id), (country_code))
    ), moved as (
      select *, (sales_now - sales_then) + (rebates_then - rebates_now) as gain from sums
    ), ranked as (
      select *, row_number() over (partition by kind order by abs(gain) desc, sales_now desc, agent_id, country_code) as place,
        count(*) filter (where kind = ${BY_AGENT} and gain > 0) over () as winners,
        count(*) filter (where kind = ${BY_AGENT} and gain < 0) over () as losers
      from moved
    )
    select kind, agent_id::text as agent_id, u.real_name as agent_name, country_code, orders::text as orders, changed::text as changed,
      at_floor::text as at_floor, sales_now::text as sales_now, sales_then::text as sales_then, rebates_now::text as rebates_now,
      rebates_then::text as rebates_then, winners::text as winners, losers::text as losers
    from ranked left join sys_user u on u.id = ranked.agent_id
    where kind <> ${BY_AGENT} or place <= ${agentsMax}
    order by kind, place`);
  const totals = rows.find(({ kind }) => kind !== BY_AGENT && kind !== BY_COUNTRY);
  return {
    totals: { ...sumsOf(totals), winners: Number(totals?.winners ?? 0), losers: Number(totals?.losers ?? 0) },
    agents: rows
      .filter(({ kind }) => kind === BY_AGENT)
      .map((row) => ({ ...sumsOf(row), agentId: BigInt(row.agent_id ?? 0), agentName: row.agent_name ?? '' })),
    countries: rows
      .filter(({ kind }) => kind === BY_COUNTRY)
      .map((row) => ({ ...sumsOf(row), countryCode: row.country_code ?? '' })),
  };
}

const sumsOf = (row: Row | undefined): WhatIfSums => ({
  orders: Number(row?.orders ?? 0),
  changed: Number(row?.changed ?? 0),
  atFloor: Number(row?.at_floor ?? 0),
  salesNow: micros(BigInt(row?.sales_now ?? 0)),
  salesThen: micros(BigInt(row?.sales_then ?? 0)),
  rebatesNow: micros(BigInt(row?.rebates_now ?? 0)),
  rebatesThen: micros(BigInt(row?.rebates_then ?? 0)),
});

interface Pricing {
  /** Hypothetical price of one unit, as numeric. */
  readonly unit: SQL;
  readonly isFloor: SQL;
  readonly joins: SQL;
}

function pricing(scenario: WhatIf, chosen: SQL, service: SQL): Pricing {
  const o = productOrders;
  if (scenario.kind === 'prices') {
    // Agreed prices have no floor after the agreement; list prices keep the floor of the row used for the sale.
    const raised = sql`round(${o.unitPrice} * (100 + ${scenario.percent}::numeric) / 100)`;
    return {
      unit: sql`case when ${chosen} then greatest(${raised}, coalesce(book.min_price, 0)) else ${o.unitPrice}::numeric end`,
      isFloor: sql`${chosen} and coalesce(book.min_price, 0) > ${raised}`,
      joins: sql`left join prc_price book on book.id = ${o.priceId} and ${o.priceSource} in ('level', 'all')`,
    };
  }
  if (scenario.kind === 'template') {
    const country = sql`case when ${o.countryCode} = any(${sql.param([...new Set(scenario.prices.map((one) => one.country))])}::text[])
      then ${o.countryCode} else '*' end`;
    return {
      unit: sql`case when ${chosen} then coalesce(agreed.unit, ${o.unitPrice})::numeric else ${o.unitPrice}::numeric end`,
      isFloor: sql`${chosen} and coalesce(agreed."isLow", false)`,
      joins: sql`
        left join agt_product p on p.id = ${o.productId}
        left join sys_user customer on customer.id = ${o.agentId}
        left join jsonb_to_recordset(${toJson(scenario.prices)}::jsonb) agreed (business int, service int, filter int, period int,
          country text, level int, "fromQty" int, "untilQty" int, unit bigint, "isLow" boolean)
          on agreed.business = ${o.businessType} and agreed.service = ${service} and agreed.filter = coalesce(p.filter_type, -1)
          and agreed.period = coalesce(p.active_period, -1) and agreed.level = customer.agent_level and agreed.country = ${country}
          and ${o.numbers} >= agreed."fromQty" and (agreed."untilQty" is null or ${o.numbers} < agreed."untilQty")`,
    };
  }
  return { unit: sql`${o.unitPrice}::numeric`, isFloor: sql`false`, joins: sql`` };
}
