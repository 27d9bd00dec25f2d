import { approval, approvalSubjects } from '@trade-assistant/contract/areas/desk/approval.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { eq, inArray, or, sql } from 'drizzle-orm';
import { decide, dropRequests, expireApprovals, approvals as requests } from '../../engines/office/approvals/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { defineTimer, setApart } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { askForExport, largeExportApproval } from './approval/large-export.ts';

const EXPIRE_EVERY_MILLIS = 300_000;
const expiries = setApart('approvals/expire');

export const timers = [
  defineTimer({
    name: 'approvals/expire',
    every: EXPIRE_EVERY_MILLIS,
    run: async (app) => void (await app.db.tx((tx) => expireApprovals(tx, app.approvals, expiries.batch(app)))),
  }),
];

export const approvals = [largeExportApproval];
export { jobs } from './approval/large-export.ts';

export default resourceRoutes(approval, requests, {
  scope: 'tenant',
  rows: (c) => or(eq(requests.createUser, c.actor.userId), inArray(requests.kind, decidable(c))),
  computed: {
    fields: ['subject', 'isOwn'],
    fill: async (c, rows) =>
      rows.map(({ kind, params, createUser }) => ({
        subject: fill(approvalSubjects[kind]?.[c.locale] ?? '', params),
        isOwn: createUser === c.actor.userId ? 1 : 0,
      })),
    order: ({ actor }) => ({ isOwn: sql`(${requests.createUser} = ${actor.userId})::int` }),
  },
  onTransition: (c, tx, rows, { name, reason }) =>
    name === 'withdraw' ? dropRequests(tx, c, rows) : decide(tx, c, rows, { isApproved: name === 'pass', reason }),
  actions: { 'ask-export': askForExport },
});

/** Returns the kinds of request that the caller may decide. */
const decidable = (c: Context): number[] =>
  [...c.app.approvals.values()].filter(({ permission }) => c.can(permission)).map(({ kind }) => kind);
