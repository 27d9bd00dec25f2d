import { businessType, serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { applyRate, formatMoney, parseMoney, roundMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq } from 'drizzle-orm';
import { addPrice, type PriceValues, prices, setPriceStatus } from '../engines/money/pricing/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { daysLater } from './timeline.ts';

const { whatsapp, telegram, sms } = businessType.is;
const { check, number, message, verification } = serviceType.is;
const ANY = '*';
const ACTIVITY = 3;
const CHARGE_ON = { submit: 1, delivery: 2, result: 3 } as const;
const BATCH_MINIMUM = 100;

/** What a WhatsApp number costs by country, USDT. */
const NUMBERS: readonly (readonly [string, string])[] = [
  ['US', '1.2'],
  ['CA', '1.35'],
  ['GB', '1.8'],
  ['DO', '0.95'],
  ['PR', '1.1'],
  ['JM', '1.05'],
  ['BR', '0.9'],
  ['MX', '0.85'],
  ['IN', '0.6'],
  ['ID', '0.65'],
  ['PH', '0.7'],
  ['DE', '2.1'],
  [ANY, '2.5'],
];

/** What single levels pay instead of the discounted price for all. */
const LEVELS: readonly (readonly [string, number, string])[] = [
  ['US', 2, '1.12'],
  ['US', 3, '1.05'],
  ['US', 4, '0.98'],
  ['CA', 2, '1.26'],
  ['CA', 3, '1.18'],
  ['CA', 4, '1.1'],
  ['GB', 2, '1.7'],
  ['GB', 3, '1.6'],
  ['GB', 4, '1.5'],
];

/** The later the last sign of life may be, the cheaper the answer. */
const ACTIVE: readonly (readonly [number, string])[] = [
  [1, '0.007'],
  [3, '0.006'],
  [7, '0.005'],
  [15, '0.0045'],
  [30, '0.004'],
];

interface Row {
  readonly business: number;
  readonly service: number;
  readonly country: string;
  readonly price: string;
  readonly level?: number;
  readonly filter?: number;
  readonly period?: number;
}

const ROWS: readonly Row[] = [
  ...NUMBERS.map(([country, price]) => ({ business: whatsapp, service: number, country, price })),
  ...LEVELS.map(([country, level, price]) => ({ business: whatsapp, service: number, country, level, price })),
  { business: telegram, service: number, country: 'US', price: '0.8' },
  { business: telegram, service: number, country: 'CA', price: '0.9' },
  { business: telegram, service: number, country: 'GB', price: '1.1' },
  { business: telegram, service: number, country: ANY, price: '1.6' },
  { business: telegram, service: number, country: 'US', level: 3, price: '0.7' },
  { business: telegram, service: number, country: 'US', level: 4, price: '0.66' },
  { business: sms, service: number, country: 'US', price: '0.5' },
  { business: sms, service: number, country: 'CA', price: '0.55' },
  { business: sms, service: number, country: 'GB', price: '0.75' },
  { business: sms, service: number, country: 'DO', price: '0.45' },
  { business: sms, service: number, country: 'PR', price: '0.5' },
  { business: sms, service: number, country: ANY, price: '0.9' },
  { business: whatsapp, service: check, country: ANY, filter: 1, price: '0.001' },
  { business: whatsapp, service: check, country: ANY, filter: 2, price: '0.0025' },
  { business: whatsapp, service: check, country: ANY, filter: 4, price: '0.0035' },
  ...ACTIVE.map(([period, price]) => ({
    business: whatsapp,
    service: check,
    country: ANY,
    filter: ACTIVITY,
    period,
    price,
  })),
  { business: whatsapp, service: check, country: 'US', filter: 1, price: '0.0008' },
  { business: whatsapp, service: check, country: 'US', filter: 2, price: '0.002' },
  { business: whatsapp, service: check, country: 'US', filter: 4, price: '0.003' },
  { business: telegram, service: check, country: ANY, filter: 1, price: '0.001' },
  { business: telegram, service: check, country: ANY, filter: 2, price: '0.003' },
  { business: whatsapp, service: message, country: 'US', price: '0.03' },
  { business: whatsapp, service: message, country: 'CA', price: '0.032' },
  { business: whatsapp, service: message, country: 'GB', price: '0.045' },
  { business: whatsapp, service: message, country: 'BR', price: '0.06' },
  { business: whatsapp, service: message, country: ANY, price: '0.08' },
  { business: whatsapp, service: message, country: 'US', filter: 11, price: '0.05' },
  { business: telegram, service: verification, country: ANY, price: '0.04' },
  { business: telegram, service: message, country: ANY, price: '0.002' },
  { business: sms, service: message, country: 'US', price: '0.012' },
  { business: sms, service: message, country: 'CA', price: '0.013' },
  { business: sms, service: message, country: 'GB', price: '0.04' },
  { business: sms, service: message, country: 'MX', price: '0.035' },
  { business: sms, service: message, country: ANY, price: '0.06' },
  { business: sms, service: verification, country: ANY, price: '0.09' },
];

/** Writes the price book: sixty rows, of which one is still to come and one is switched off. */
export async function openPrices(tx: Tx, actor: Actor, at: Date, now: Date): Promise<void> {
  for (const row of ROWS) await addPrice(tx, actor, valuesOf(row, at), { belowCost: false });
  const goldFromNextWeek = {
    ...valuesOf({ business: whatsapp, service: number, country: 'DE', level: 3, price: '1.9' }, daysLater(now, 7)),
    remark: '下周生效 / From next week on',
  };
  await addPrice(tx, actor, goldFromNextWeek, { belowCost: false });
  const off = await addPrice(
    tx,
    actor,
    valuesOf({ business: whatsapp, service: number, country: 'MX', level: 2, price: '0.8' }, at),
    { belowCost: false },
  );
  await setPriceStatus(tx, actor, [off.id], 0);
  await tx.update(prices).set({ createTime: at, updateTime: at }).where(eq(prices.tenantId, actor.tenantId));
}

/** Operators charge texts when they take them, other channels messages when they deliver them. */
const chargeOnOf = ({ business, service }: Row): number => {
  if (service === check) return CHARGE_ON.result;
  return service === message && business !== sms ? CHARGE_ON.delivery : CHARGE_ON.submit;
};

function valuesOf(row: Row, effectiveTime: Date): PriceValues {
  const sale = parseMoney(row.price);
  const isNumber = row.service === number;
  const share = (rate: string) => roundMoney(applyRate(sale, rate), 4);
  return {
    businessType: row.business,
    serviceType: row.service,
    filterType: row.filter ?? null,
    activePeriod: row.period ?? null,
    countryCode: row.country,
    agentLevel: row.level ?? 0,
    unit: isNumber ? unit.is.piece : unit.is.each,
    chargeOn: chargeOnOf(row),
    costPrice: share('0.55'),
    salePrice: sale,
    minPrice: isNumber ? share('0.75') : null,
    minQty: isNumber ? null : BATCH_MINIMUM,
    maxQty: null,
    stepQty: null,
    tierJson: isNumber
      ? [
          { fromQty: 50, price: formatMoney(share('0.97')) },
          { fromQty: 200, price: formatMoney(share('0.93')) },
        ]
      : [],
    effectiveTime,
    expireTime: null,
    remark: null,
  };
}
