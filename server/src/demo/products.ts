import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType, capability, numberType, serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { applyRate, micros, roundMoney } from '@trade-assistant/contract/kit/money.ts';
import { prices } from '../engines/money/pricing/index.ts';
import { DELIVERY, type Product, products, SHELF } from '../engines/stock/orders/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { countryName } from './countries.ts';

const { whatsapp, telegram, sms } = businessType.is;
const HOT = 1;
const NEW = 2;

interface Offer {
  readonly business: number;
  readonly country: string;
  /** Numbers in a piece; more than one is sold as a pack. */
  readonly pack?: number;
  readonly type?: number;
  readonly manual?: true;
  readonly needKyc?: true;
  readonly tags?: number;
  readonly recommended?: true;
  readonly shelf?: number;
  /** Left in the names of offers that differ in nothing else. */
  readonly mark?: { readonly zh: string; readonly en: string };
}

const verified = { zh: '人工开通', en: 'manual activation' };

const OFFERS: readonly Offer[] = [
  { business: whatsapp, country: 'US', type: numberType.is.mobile, tags: HOT, recommended: true },
  { business: whatsapp, country: 'US', type: numberType.is.mobile, pack: 10, tags: HOT },
  { business: whatsapp, country: 'US', type: numberType.is.voip, tags: NEW },
  { business: whatsapp, country: 'US', manual: true, needKyc: true, mark: verified },
  { business: whatsapp, country: 'CA', type: numberType.is.mobile, tags: HOT, recommended: true },
  { business: whatsapp, country: 'CA', pack: 10 },
  { business: whatsapp, country: 'CA', manual: true, mark: verified },
  { business: whatsapp, country: 'GB', type: numberType.is.local, recommended: true },
  { business: whatsapp, country: 'GB', type: numberType.is.local, pack: 10 },
  { business: whatsapp, country: 'GB', manual: true, needKyc: true, mark: verified },
  { business: whatsapp, country: 'DO', tags: NEW },
  { business: whatsapp, country: 'DO', pack: 10 },
  { business: whatsapp, country: 'PR' },
  { business: whatsapp, country: 'PR', manual: true, mark: verified },
  { business: whatsapp, country: 'JM', tags: NEW },
  { business: whatsapp, country: 'BR' },
  { business: whatsapp, country: 'MX' },
  { business: whatsapp, country: 'IN', needKyc: true },
  { business: whatsapp, country: 'ID', shelf: SHELF.soldOut },
  { business: whatsapp, country: 'PH', shelf: SHELF.soldOut },
  { business: whatsapp, country: 'DE', manual: true, mark: verified },
  { business: telegram, country: 'US', tags: HOT, recommended: true },
  { business: telegram, country: 'US', pack: 10 },
  { business: telegram, country: 'US', manual: true, mark: verified },
  { business: sms, country: 'US', recommended: true },
  { business: sms, country: 'US', pack: 50 },
  { business: sms, country: 'CA' },
  { business: whatsapp, country: 'US', pack: 5, shelf: SHELF.off, mark: { zh: '体验装', en: 'trial' } },
  { business: whatsapp, country: 'GB', pack: 5, shelf: SHELF.off, mark: { zh: '体验装', en: 'trial' } },
  { business: telegram, country: 'GB', shelf: SHELF.off },
];

const CAPABILITY: Readonly<Record<number, number>> = {
  [whatsapp]: capability.is.whatsappBusiness,
  [telegram]: capability.is.telegram,
  [sms]: capability.is.smsIn | capability.is.smsOut,
};
const GOODS: Readonly<Record<number, { zh: string; en: string }>> = {
  [whatsapp]: { zh: 'WhatsApp 商业号', en: 'WhatsApp business' },
  [telegram]: { zh: 'Telegram 号码', en: 'Telegram number' },
  [sms]: { zh: '短信号码', en: 'SMS number' },
};
const DESCRIPTION =
  '号码来源合规，仅限合法且已获同意的业务联系。/ Numbers of proven origin, for lawful contact with consent only.';

/** Puts thirty products on the shelf (or beside it). @returns them, in the order of the list */
export async function openProducts(tx: Tx, actor: Actor, at: Date): Promise<Product[]> {
  const book = await tx.select().from(prices);
  const listPriceOf = ({ business, country }: Offer) => {
    const row = book.find(
      (price) =>
        price.businessType === business &&
        price.serviceType === serviceType.is.number &&
        price.countryCode === country &&
        price.agentLevel === 0,
    );
    return row ? roundMoney(applyRate(micros(row.salePrice), '1.2'), 2) : null;
  };
  const rows = OFFERS.map((offer, index) => {
    const { zh, en } = namesOf(offer);
    return {
      tenantId: actor.tenantId,
      productNo: `P${String(index + 1).padStart(4, '0')}`,
      nameZh: zh,
      nameEn: en,
      businessType: offer.business,
      serviceType: serviceType.is.number,
      countryCode: offer.country,
      numberType: offer.type ?? null,
      capability: CAPABILITY[offer.business] ?? null,
      specQty: offer.pack ?? 1,
      unit: unit.is.piece,
      listPrice: listPriceOf(offer),
      currency: BOOK_CURRENCY,
      minBuy: 1,
      maxBuy: offer.pack ? 100 : 1000,
      stepBuy: 1,
      purchaseLimitPerDay: offer.tags === NEW ? 500 : null,
      leaseMonths: null,
      warrantyHours: 72,
      validDays: null,
      deliveryType: offer.manual ? DELIVERY.manual : DELIVERY.automatic,
      needKyc: offer.needKyc ? (1 as const) : (0 as const),
      needUseDeclaration: 1 as const,
      tags: offer.tags ?? 0,
      isRecommend: offer.recommended ? (1 as const) : (0 as const),
      sort: (index + 1) * 10,
      description: DESCRIPTION,
      shelfStatus: offer.shelf ?? SHELF.on,
      createUser: actor.userId,
      createUserName: actor.realName,
      createTime: at,
      updateUser: actor.userId,
      updateTime: at,
    };
  });
  return tx.insert(products).values(rows).returning();
}

function namesOf({ business, country, pack, type, mark }: Offer): { zh: string; en: string } {
  const place = countryName(country);
  const goods = GOODS[business] ?? { zh: '', en: '' };
  const kind =
    type === undefined || type === numberType.is.mobile
      ? undefined
      : Object.values(numberType.entries).find(({ value }) => value === type);
  const zh = [kind?.zh, pack && `${pack}个装`, mark?.zh].filter(Boolean);
  const en = [kind?.en, pack && `pack of ${pack}`, mark?.en].filter(Boolean);
  return {
    zh: `${place.zh} ${goods.zh}${zh.length > 0 ? `（${zh.join('，')}）` : ''}`,
    // Short, so that lists show what distinguishes them.
    en: `${country} ${goods.en}${en.length > 0 ? ` (${en.join(', ')})` : ''}`,
  };
}
