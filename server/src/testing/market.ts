import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { openWallets, rechargePass } from '../engines/money/ledger/index.ts';
import { addPrice } from '../engines/money/pricing/index.ts';
import { DEFAULT_TENANT, openAccount } from '../engines/people/identity/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { Db, Tx } from '../kernel/db/index.ts';
import { givePassword } from './known-password.ts';

/** The password of every agent of a market. */
export const AGENT_PASSWORD = 'Market-agent-1';
export const UNIT_PRICE = '0.5';
/** Of a number and month. */
export const MONTH_PRICE = '0.4';

/**
 * Adds a country, a price and an automatic product to a seeded database, so that numbers can be sold.
 * @returns the product's id
 */
export async function openMarket(db: Db, options: { country?: string; specQty?: number } = {}): Promise<bigint> {
  const country = options.country ?? 'US';
  return db.tx(async (tx) => {
    await tx.execute(sql`
      insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en) values (${DEFAULT_TENANT}, ${country}, '1', '国家', 'Country')
      on conflict (tenant_id, country_code) where deleted_at is null do update set is_blocked = 0, status = 1`);
    await tx.execute(sql`
      insert into inv_warehouse (tenant_id, warehouse_code, name_zh, name_en) values (${DEFAULT_TENANT}, 'main', '主仓', 'Main') on conflict do nothing`);
    await addListPrice(tx, { country, serviceType: 2, unit: 4, chargeOn: 3, salePrice: UNIT_PRICE });
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into agt_product (tenant_id, product_no, name_zh, name_en, business_type, service_type, country_code, spec_qty, max_buy, delivery_type, shelf_status)
      values (${DEFAULT_TENANT}, ${`MARKET-${country}`}, '号码', 'Numbers', 1, 2, ${country}, ${options.specQty ?? 1}, 1000000, 1, 1) returning id`);
    return BigInt(rows[0]?.id ?? 0);
  });
}

/** A product whose numbers are rented by the month, of the market's country. @returns its id */
export async function openRental(db: Db): Promise<bigint> {
  return db.tx(async (tx) => {
    await addListPrice(tx, { country: 'US', serviceType: 7, unit: 3, chargeOn: 1, salePrice: MONTH_PRICE });
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into agt_product (tenant_id, product_no, name_zh, name_en, business_type, service_type, country_code, spec_qty, unit, max_buy, lease_months, delivery_type, shelf_status)
      values (${DEFAULT_TENANT}, 'MARKET-RENTAL', '月租号码', 'Numbers by the month', 1, 7, 'US', 1, 3, 1000000, 1, 1, 1) returning id`);
    return BigInt(rows[0]?.id ?? 0);
  });
}

interface ListPrice {
  readonly country: string;
  readonly serviceType: number;
  readonly unit: number;
  readonly chargeOn: number;
  readonly salePrice: string;
}

const addListPrice = (tx: Tx, { country, serviceType, unit, chargeOn, salePrice }: ListPrice) =>
  addPrice(
    tx,
    systemActor(DEFAULT_TENANT),
    {
      businessType: 1,
      serviceType,
      filterType: null,
      activePeriod: null,
      countryCode: country,
      agentLevel: 0,
      unit,
      chargeOn,
      costPrice: parseMoney('0.1'),
      salePrice: parseMoney(salePrice),
      minPrice: null,
      minQty: null,
      maxQty: null,
      stepQty: null,
      tierJson: [],
      effectiveTime: new Date(),
      expireTime: null,
      remark: null,
    },
    { belowCost: false },
  );

/** Agents `buyer_1` … with money. @returns their ids */
export async function openBuyers(db: Db, count: number, money: Micro): Promise<bigint[]> {
  const system = systemActor(DEFAULT_TENANT);
  const ids: bigint[] = [];
  for (let index = 1; index <= count; index += 1) {
    await db.tx(async (tx) => {
      const opened = await openAccount(tx, system, {
        account: `buyer_${index}`,
        password: null,
        realName: `Buyer ${index}`,
        userType: userType.is.agent,
        mustChangePassword: false,
      });
      await givePassword(tx, opened.id, AGENT_PASSWORD);
      await openWallets(tx, system, {
        userId: opened.id,
        userType: opened.userType,
        userName: opened.realName,
        ownerPath: opened.ownerPath,
      });
      await rechargePass(tx, system, {
        userId: opened.id,
        amount: money,
        methodCode: 'test',
        idemKey: `rc:market:${opened.id}`,
        bizType: 'recharge',
      });
      ids.push(opened.id);
    });
  }
  return ids;
}

/** Puts numbers in stock, given as E.164 digits; `number_type` and the like are plain. */
export async function stockNumbers(db: Db, numbers: readonly bigint[], country = 'US'): Promise<void> {
  await db.drizzle.execute(sql`
    insert into inv_item (tenant_id, item_no, warehouse_code, business_type, country_code, e164, number_type, capability, source_type, currency, stock_status)
    select ${DEFAULT_TENANT}, 'IT' || e164, 'main', 1, ${country}, e164, 1, 8, 1, 'USDT', 0
    from unnest(${sql.param([...numbers])}::bigint[]) e164`);
}

/** Numbers set aside for fiction, +1 NPA 555 0100–0199, in the order of these area codes. */
export function fictionalNumbers(count: number): bigint[] {
  const numbers: bigint[] = [];
  for (const area of AREA_CODES) {
    for (let line = 0; line < 100; line += 1) {
      if (numbers.length === count) return numbers;
      numbers.push(BigInt(`1${area}55501${String(line).padStart(2, '0')}`));
    }
  }
  throw new Error(`there are ${numbers.length} fictional numbers, not ${count}`);
}

/** Area codes of the United States. */
const AREA_CODES =
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 325 330 334 336 337 339 347 351 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 425 430 432 434 435 440 443 469 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530 540 541 551 559 561 562 563 567 570 571 573 574 580 585 586 601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650 651 660 661 662 678 682 701 702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 727 731 732 734 740 754 757 760 763 765 770 772 773 774 775 781 785 786 801 802 803 804 805 806 808 810 812 813 814 815 816 817 818 828 830 831 832 843 845 847 848 850 856 857 858 859 860 862 863 864 865 870 901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 940 941 947 949 951 952 954 956 970 971 972 973 978 979 980 985 989'.split(
    ' ',
  );
