import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { bigint, jsonb, text } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

export const approvals = tableOf('apr_request', approval, {
  without: ['subject', 'isOwn'],
  more: {
    /** Parameters of the summary of its kind. */
    params: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    payload: jsonb().notNull(),
    askedPermission: text(),
    decidedBy: bigint({ mode: 'bigint' }),
  },
});

export type ApprovalRow = typeof approvals.$inferSelect;
