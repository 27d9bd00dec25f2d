import { verification } from '@trade-assistant/contract/areas/agent/verification.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, sql } from 'drizzle-orm';
import {
  acceptDocuments,
  documentPictures,
  documentsToWrite,
  expireVerifications,
  notifyReviewers,
  rejectDocuments,
  verifications,
} from '../../engines/customers/verification/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { defineTimer, setApart } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';

/** Days begin at different hours in different tenants. */
const EXPIRE_EVERY_MILLIS = 60 * 60_000;
const expiries = setApart('agents/expire-verifications');

export const timers = [
  defineTimer({
    name: 'agents/expire-verifications',
    every: EXPIRE_EVERY_MILLIS,
    run: async (app) => {
      while ((await app.db.tx((tx) => expireVerifications(tx, expiries.batch(app)))) > 0);
    },
  }),
];

/** Staff see all documents, agents their own. */
const reachable = ({ actor }: Context) =>
  actor.userType === userType.is.staff ? sql`true` : eq(verifications.userId, actor.userId);

const pictures = pictureHandlers(documentPictures, { isPrivate: true });

export default resourceRoutes(verification, verifications, {
  scope: 'tenant',
  rows: reachable,
  computed: {
    fields: ['pictures'],
    fill: async (c, rows) => rows.map((row) => ({ pictures: ticketed(c, row.pictures) })),
  },
  beforeSave: (c, tx, input) => documentsToWrite(tx, c.actor, c.app, input),
  afterSave: async (c, tx, row) => {
    await notifyReviewers(tx, c.actor, row);
    announceChange(tx, c.actor.tenantId, 'agent/user');
  },
  onTransition: async (c, tx, rows, { name, reason = '' }) => {
    if (name === 'pass') return acceptDocuments(tx, c.actor, rows);
    if (name !== 'withdraw') return rejectDocuments(tx, c.actor, rows, reason);
    if (rows.some(({ userId }) => userId !== c.actor.userId)) throw commonErrors.NO_PERMISSION();
    announceChange(tx, c.actor.tenantId, 'agent/user');
  },
  actions: {
    'reveal-number': async (c, { id }) => {
      const [row] = await c.app.db.drizzle
        .select()
        .from(verifications)
        .where(and(visible(c.actor, verifications, 'tenant'), reachable(c), eq(verifications.id, id)));
      if (!row) throw commonErrors.NOT_FOUND();
      return { idCardNo: openSecretOf(c.app.secrets, verification, row, 'idCardNo') };
    },
    'put-picture': pictures.put,
    picture: pictures.show,
  },
});
