import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { ofHouseDepartments } from '../../engines/people/identity/index.ts';
import {
  answerClaim,
  type Claim,
  claimableNumbers,
  claimEvidence,
  claims,
  decideClaims,
  fileClaims,
  recheckClaims,
  settleClaims,
  storyOf,
} from '../../engines/stock/warranty/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { maskNumber, plainNumber } from '../../kernel/phone/index.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const EVERY_MILLIS = 10_000;

export const timers = [
  defineTimer({ name: 'warranty/settle', every: EVERY_MILLIS, run: async (app) => void (await settleClaims(app)) }),
];

const proofs = pictureHandlers(claimEvidence, { isPrivate: true });
const isStaff = ({ actor }: Context): boolean => actor.userType === userType.is.staff;

/** Buyers see their numbers in full, others masked; batches are for staff. */
function complete(c: Context, rows: readonly Claim[]) {
  return rows.map((row) => {
    const isOwn = row.ownerId === c.actor.userId;
    const shownAs = isOwn ? plainNumber : maskNumber;
    return {
      isOwn: isOwn ? (1 as const) : (0 as const),
      number: shownAs(row.e164),
      replacementNumber: row.replacementE164 === null ? null : shownAs(row.replacementE164),
      productName: c.locale === 'en' ? row.productNameEn || row.productName : row.productName,
      batchNo: isStaff(c) ? row.batchNo : null,
      evidence: ticketed(c, row.evidence ?? []),
    };
  });
}

/** A claim is found by the number it is about, and by its replacement. */
const searchNumbers = ({ actor }: Context) => {
  const isOwn = sql`${claims.ownerId} = ${actor.userId}`;
  const [old, next] = [findNumbers(claims.e164, isOwn), findNumbers(claims.replacementE164, isOwn)];
  return (filter: Parameters<typeof old>[0]): SQL =>
    filter.operator === 'ne' ? old(filter) : (or(old(filter), next(filter)) ?? sql`false`);
};

export default resourceRoutes(warrantyClaim, claims, {
  scope: 'owner',
  ruled: { scope: 'owner', inDepartments: ofHouseDepartments(claims.ownerPath, claims.createDept) },
  conditions: (c) => ({ number: searchNumbers(c) }),
  computed: {
    fields: ['isOwn', 'number', 'replacementNumber', 'productName', 'batchNo', 'evidence'],
    fill: async (c, rows) => complete(c, rows),
    order: () => ({ number: sql`${claims.e164}` }),
  },
  actions: {
    story: (c, { id }) =>
      c.app.db.tx(async (tx) => {
        const [claim] = await tx
          .select()
          .from(claims)
          .where(and(visible(c.actor, claims, 'owner'), eq(claims.id, id)));
        if (!claim) throw commonErrors.NOT_FOUND();
        const story = await storyOf(tx, c.actor, claim);
        const shownAs = claim.ownerId === c.actor.userId ? plainNumber : maskNumber;
        return {
          ...story,
          checks: story.checks.map((one) => ({ ...one, provider: isStaff(c) ? one.provider : null })),
          chain: story.chain.map(({ e164, ...link }) => ({ ...link, number: shownAs(e164) })),
          canDecide: story.canDecide && c.can(`${warrantyClaim.name}:decide`),
        };
      }),
    claimable: (c, which) => c.app.db.tx((tx) => claimableNumbers(tx, c.actor, which)),
    file: (c, input) =>
      c.tx(async (tx) => {
        const filed = await fileClaims(tx, c.actor, c.app, input);
        return { claims: filed.map(({ id, claimNo }) => ({ id, claimNo })) };
      }),
    decide: (c, input) => {
      if (!isStaff(c)) throw commonErrors.NO_PERMISSION();
      return c.tx((tx) => decideClaims(tx, c.actor, input));
    },
    answer: (c, input) =>
      c.tx(async (tx) => {
        const { status, refundAmount } = await answerClaim(tx, c.actor, input);
        return { status, refunded: refundAmount ?? ZERO };
      }),
    recheck: (c, { ids }) => c.tx(async (tx) => ({ checked: await recheckClaims(tx, c.actor, ids) })),
    'put-proof': proofs.put,
    proof: proofs.show,
  },
});
