import type { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, asc, eq } from 'drizzle-orm';
import { findUser, type UserRow } from '../../../engines/people/identity/index.ts';
import {
  type CheckedPurchase,
  checkPurchases,
  disabledAbove,
  type Product,
  products,
} from '../../../engines/stock/orders/index.ts';
import type { UserType } from '../../../kernel/auth/actor.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { isOffered, onSale } from './offers.ts';

/** The most products that one call checks. */
const CHECKED_MAX = 200;

type Asked = CallInput<typeof agentProduct, 'purchase-check', 'out'>;

/** Returns whether a user can buy products now, with all reasons against it; the most frequent reason comes first. */
export async function purchaseCheck(c: Context, { userId, productId }: Asked) {
  const isOther = userId !== undefined && userId !== c.actor.userId;
  if (isOther && !c.can('agent/user:view')) throw commonErrors.NO_PERMISSION();
  return c.app.db.tx(async (tx) => {
    const user = await findUser(tx, c.actor, userId ?? c.actor.userId);
    const { tenantId } = c.actor;
    const userType = user.userType as UserType;
    const buyer = { tenantId, userId: user.id, userType, ownerPath: user.ownerPath };
    const rows = await tx
      .select()
      .from(products)
      .where(
        and(
          visible(c.actor, products, 'tenant'),
          // Staff may ask about any product; its refusal says that it is not on sale.
          productId === undefined ? isOffered() : and(eq(products.id, productId), onSale(c.actor)),
        ),
      )
      .orderBy(asc(products.sort), asc(products.id))
      .limit(CHECKED_MAX);
    if (productId !== undefined && rows.length === 0) throw commonErrors.NOT_FOUND();
    const checked = await checkPurchases(
      tx,
      buyer,
      rows.map(({ id }) => ({ productId: id })),
    );
    const above = await disabledAbove(tx, buyer);
    return {
      checked: rows.length,
      buyable: checked.filter(({ refusals }) => refusals.length === 0).length,
      reasons: reasonsOf(c, rows, checked, user, above),
    };
  });
}

interface Hit {
  readonly refusal: AppError;
  readonly row: Product;
  readonly missing: Micro;
}

function reasonsOf(
  c: Context,
  rows: readonly Product[],
  checked: readonly CheckedPurchase[],
  user: UserRow,
  above: { readonly id: bigint; readonly name: string } | null,
) {
  const hits = checked.flatMap(({ refusals, missing }, index): Hit[] => {
    const row = rows[index];
    return row ? refusals.map((refusal) => ({ refusal, row, missing })) : [];
  });
  return [...Map.groupBy(hits, ({ refusal }) => refusal.code).entries()]
    .map(([code, [...found]]) => {
      // The purchase that needs the least money shows how much is missing.
      const [first] = code === MONEY ? found.toSorted((a, b) => Number(a.missing - b.missing)) : found;
      const account = code === STATUS ? { id: user.id, name: user.realName } : code === UPLINE && above ? above : null;
      return {
        code,
        text: first?.refusal.say(c.locale) ?? code,
        products: found.length,
        productId: first?.row.id ?? null,
        productName: (c.locale === 'en' ? first?.row.nameEn || first?.row.nameZh : first?.row.nameZh) ?? null,
        countryCode: first?.row.countryCode ?? null,
        businessType: first?.row.businessType ?? null,
        serviceType: first?.row.serviceType ?? null,
        numberType: first?.row.numberType ?? null,
        accountId: account?.id ?? null,
        accountName: account?.name ?? null,
        missing: code === MONEY ? (first?.missing ?? null) : null,
      };
    })
    .toSorted((a, b) => b.products - a.products);
}

const MONEY = 'BALANCE_NOT_ENOUGH';
const STATUS = 'BUYER_NOT_ALLOWED';
const UPLINE = 'UPLINE_DISABLED';
