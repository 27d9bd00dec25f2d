import { complianceCase } from '@trade-assistant/contract/areas/compliance/case.ts';
import { caseStatus } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { sql } from 'drizzle-orm';
import { caseEvidence, cases, caseToWrite, stepCases } from '../../engines/messaging/compliance/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

/** Staff see all cases; agents decided ones about themselves, so that an investigation stays unknown to them. */
const reachable = ({ actor }: Context) =>
  actor.userType === userType.is.staff
    ? sql`true`
    : sql`${cases.ownerId} = ${actor.userId} and ${cases.status} >= ${caseStatus.is.closed}`;

const proofs = pictureHandlers(caseEvidence, { isPrivate: true });

export default resourceRoutes(complianceCase, cases, {
  scope: 'tenant',
  rows: reachable,
  computed: {
    fields: ['evidence'],
    fill: async (c, rows) => rows.map(({ evidence }) => ({ evidence: ticketed(c, evidence ?? []) })),
  },
  beforeSave: (c, tx, input) => caseToWrite(tx, c.actor, c.app, input),
  onTransition: (c, tx, rows, { name, reason = '' }) => stepCases(tx, c.actor, rows, name, reason),
  actions: { 'put-proof': proofs.put, proof: proofs.show },
});
