import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { CLAIM_NUMBERS_MAX, supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, type SQL, sql } from 'drizzle-orm';
import { productOrders } from '../../engines/stock/orders/index.ts';
import {
  answerSupplierClaim,
  claimableItems,
  itemsNamed,
  openSupplierClaims,
  receiveForClaim,
  type SupplierClaimLine,
  stepSupplierClaims,
  supplierBalances,
  supplierClaimErrors,
  supplierClaimLines,
  supplierClaims,
} from '../../engines/stock/supplier-claims/index.ts';
import { findSuppliers, supplierNames } from '../../engines/stock/suppliers/index.ts';
import { pictureLinks } from '../../kernel/files/picture-links.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { maskNumber, plainNumber } from '../../kernel/phone/index.ts';
import { exemptTable } from '../../kernel/resource/data-rules.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { recordPlainView } from './plain-view.ts';
import { claimStatement } from './supplier-claim/statement.ts';

const PLAIN = 'whatsapp/supplier-claim:plain';
const proofs = pictureLinks('/api/whatsapp/supplier-claim/proof?name=', ['image', 'pdf']);
const proofCalls = pictureHandlers(proofs, { isPrivate: true });
const proofGone = () => {
  const { zh, en } = supplierClaimErrors.declarations.SUPPLIER_CLAIM_PROOF_GONE;
  return supplierClaimErrors.SUPPLIER_CLAIM_PROOF_GONE({}, { fields: [{ field: 'evidence', message: { zh, en } }] });
};
/** Agents never see claims on suppliers, whatever their roles grant. */
const reachable = ({ actor }: Context) => (actor.userType === userType.is.staff ? undefined : sql`false`);
exemptTable(supplierClaimLines, 'numbers of a claim, which is reached first');

export default resourceRoutes(supplierClaim, supplierClaims, {
  scope: 'tenant',
  rows: reachable,
  conditions: () => ({ supplierId: findSuppliers(supplierClaims.supplierId) }),
  computed: {
    fields: ['supplierId', 'supplierName', 'isOverdue', 'evidence'],
    fill: async (c, rows) => {
      const ids = rows.map(({ supplierId }) => supplierId);
      const names = await supplierNames(c.app.db, c.actor.tenantId, ids);
      const now = new Date();
      return rows.map(({ supplierId, status, deadline, evidence }) => ({
        supplierId: names.get(supplierId)?.id ?? supplierId,
        supplierName: names.get(supplierId)?.name ?? null,
        isOverdue: status === supplierClaimStatus.is.sent && deadline !== null && deadline < now ? 1 : 0,
        evidence: ticketed(c, evidence ?? []),
      }));
    },
  },
  beforeSave: async ({ app, actor }, tx, { evidence, ...input }, existing) => {
    const after = evidence === undefined ? undefined : (evidence ?? []).map(proofs.bare);
    if (after) await proofs.keep(tx, actor, app.files, { before: existing?.evidence ?? [], after, gone: proofGone });
    return { ...input, ...(after ? { evidence: after } : {}) };
  },
  onTransition: (c, tx, rows, { name }) =>
    stepSupplierClaims(tx, c.actor, rows, name as 'send' | 'cancel' | 'write-off'),
  actions: {
    claimable: (c, { orderId }) => c.app.db.tx((tx) => claimableItems(tx, c.actor, ofOrder(c, orderId))),
    open: (c, { numbers, reason }) =>
      c.tx(async (tx) => {
        const named = [...new Set(numbers.split(/[\s,;，；、]+/).filter(Boolean))];
        if (named.length > CLAIM_NUMBERS_MAX)
          throw supplierClaimErrors.SUPPLIER_CLAIM_MANY({ most: CLAIM_NUMBERS_MAX, n: named.length });
        const found = await itemsNamed(tx, c.actor, named);
        const items = found.map((itemId) => ({ itemId, evidence: reason }));
        const { claimIds, added, skipped } = await openSupplierClaims(tx, c.actor, { items });
        const unknown = named.length - found.length;
        if (added === 0) throw supplierClaimErrors.SUPPLIER_CLAIM_NUMBERS({ unknown, skipped });
        return { claimIds: [...claimIds], added, skipped, unknown };
      }),
    answer: (c, input) => c.tx((tx) => answerSupplierClaim(tx, c.actor, input)),
    receive: (c, input) => c.tx((tx) => receiveForClaim(tx, c.actor, input)),
    lines: async (c, query) => {
      const page = await listRows<SupplierClaimLine>(c.app.db, linesOf(c), query);
      const isPlain = c.can(PLAIN);
      if (isPlain) await recordPlainView(c, supplierClaim.name, page.records);
      const records = page.records.map(({ e164, ...line }) => ({
        ...line,
        number: isPlain ? plainNumber(e164) : maskNumber(e164),
      }));
      return { ...page, records };
    },
    balance: (c, { supplierId }) =>
      c.actor.userType === userType.is.staff ? supplierBalances(c.app.db, c.actor, supplierId) : Promise.resolve([]),
    statement: claimStatement,
    'put-proof': proofCalls.put,
    proof: proofCalls.show,
  },
});

/** Numbers that an order within the reader's reach delivered, also in place of others. */
const ofOrder = (c: Context, orderId: bigint) =>
  and(
    reachable(c) ?? sql`true`,
    sql`i.outbound_id in (select n.id from inv_outbound n join agt_product_order on agt_product_order.tenant_id = n.tenant_id
    and agt_product_order.order_no = n.order_no where agt_product_order.id = ${orderId} and ${visible(c.actor, productOrders, 'owner')})`,
  ) as SQL;

const linesOf = (c: Context) => ({
  actor: c.actor,
  table: supplierClaimLines,
  scope: 'tenant' as const,
  // A claim out of the reader's reach has no lines for them either.
  where: and(
    reachable(c),
    sql`${supplierClaimLines.claimId} in (select ${supplierClaims.id} from ${supplierClaims} where ${visible(c.actor, supplierClaims, 'tenant')})`,
  ),
  columns: { number: supplierClaimLines.e164 },
  conditions: { number: findNumbers(supplierClaimLines.e164, c.can(PLAIN)) },
});
