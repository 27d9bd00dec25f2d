import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { filterType as checks } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq } from 'drizzle-orm';
import { countries, inventoryErrors } from '../../../engines/stock/inventory/index.ts';
import { isLease, isPackage, type Product, termOf } from '../../../engines/stock/orders/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';

export const productErrors = defineErrors({
  PRODUCT_COUNTRY: { status: 400, zh: '号码商品须选择国家', en: 'A product of numbers needs a country' },
  PACKAGE_CHECK: {
    status: 400,
    zh: '检测套餐须选择检测类型（活跃检测还须选择周期），消息套餐不能选择',
    en: 'Check packages need a check (activity checks also a period); message packages need none',
  },
  PACKAGE_TOO_LARGE: {
    status: 400,
    zh: '规格数量 × 单次上限不能超过 {n}',
    en: 'Units per piece times the maximum must not exceed {n}',
  },
  LEASE_WARRANTY: {
    status: 400,
    zh: '租用号码的质保不能超过首期租期，最多 {hours} 小时',
    en: 'The warranty of rented numbers cannot outlast their first term: at most {hours} hours',
  },
  COVER_GONE: { status: 400, zh: '封面图片已失效，请重新上传', en: 'The cover has expired: please upload it again' },
  PRODUCT_ORDERED: {
    status: 400,
    zh: '商品已有订单，不能删除，请下架',
    en: 'This product has orders and cannot be deleted; take it off sale instead',
  },
  PRODUCT_QUANTITIES: {
    status: 400,
    zh: '单次上限不能小于起购数量，且两者之间须有步长的倍数',
    en: 'The maximum must not be below the minimum, with a multiple of the step between them',
  },
});

/** Refuses a product that cannot be bought. */
export async function assertSellable(tx: Tx, actor: Actor, product: Product): Promise<void> {
  const { minBuy, maxBuy, stepBuy, countryCode } = product;
  if (Math.floor(maxBuy / stepBuy) * stepBuy < minBuy) throw productErrors.PRODUCT_QUANTITIES();
  if (isPackage(product)) assertPackage(product);
  if (isLease(product)) assertLease(product);
  if (!countryCode) {
    if (product.serviceType === serviceType.is.number || isLease(product)) throw productErrors.PRODUCT_COUNTRY();
    return;
  }
  const known = await tx
    .select({ id: countries.id })
    .from(countries)
    .where(and(visible(actor, countries, 'tenant'), eq(countries.countryCode, countryCode)));
  if (known.length === 0) throw inventoryErrors.COUNTRY_UNKNOWN({ code: countryCode });
}

/** Hours of the shortest month. */
const HOURS_OF_MONTH = 28 * 24;

/** Refuses a warranty beyond the first term: it would refund months already used. */
function assertLease(product: Product): void {
  const hours = termOf(product) * HOURS_OF_MONTH;
  if ((product.warrantyHours ?? 0) > hours) throw productErrors.LEASE_WARRANTY({ hours });
}

const UNITS_MAX = 1_000_000_000;

function assertPackage({ packageService: service, filterType, activePeriod, specQty, maxBuy }: Product): void {
  const isOfChecks = service === packageService.is.check;
  // Fields omitted in the form are undefined in a new product.
  const [check, period] = [filterType ?? null, activePeriod ?? null];
  const needsPeriod = check === checks.is.active;
  if (isOfChecks !== (check !== null) || needsPeriod !== (period !== null)) throw productErrors.PACKAGE_CHECK();
  if (specQty * maxBuy > UNITS_MAX) throw productErrors.PACKAGE_TOO_LARGE({ n: UNITS_MAX });
}
