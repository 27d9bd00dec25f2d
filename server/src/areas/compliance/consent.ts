import { consent } from '@trade-assistant/contract/areas/compliance/consent.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { eq, sql } from 'drizzle-orm';
import {
  consentProofs,
  consents,
  consentToWrite,
  decideConsents,
  expireConsents,
} from '../../engines/messaging/compliance/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { defineTimer, setApart } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

/** Days begin at different hours in different tenants. */
const EXPIRE_EVERY_MILLIS = 60 * 60_000;
const expiries = setApart('compliance/expire-consents');

export const timers = [
  defineTimer({
    name: 'compliance/expire-consents',
    every: EXPIRE_EVERY_MILLIS,
    run: async (app) => {
      while ((await app.db.tx((tx) => expireConsents(tx, expiries.batch(app)))) > 0);
    },
  }),
];

/** Staff see all declarations, agents their own. */
const reachable = ({ actor }: Context) =>
  actor.userType === userType.is.staff ? sql`true` : eq(consents.ownerId, actor.userId);

const proofs = pictureHandlers(consentProofs, { isPrivate: true });

export default resourceRoutes(consent, consents, {
  scope: 'tenant',
  rows: reachable,
  computed: {
    fields: ['sampleProofAttachIds'],
    fill: async (c, rows) =>
      rows.map(({ sampleProofAttachIds }) => ({ sampleProofAttachIds: ticketed(c, sampleProofAttachIds) })),
  },
  beforeSave: (c, tx, input) => consentToWrite(tx, c.actor, { files: c.app.files, ip: c.ip }, input),
  onTransition: (c, tx, rows, { name, reason = '' }) =>
    decideConsents(tx, c.actor, rows, name === 'pass' ? null : reason),
  actions: { 'put-proof': proofs.put, proof: proofs.show },
});
