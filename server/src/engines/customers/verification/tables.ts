import { verification } from '@trade-assistant/contract/areas/agent/verification.ts';
import { bigint } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

export const verifications = tableOf('agt_verification', verification, {
  more: { auditUser: bigint({ mode: 'bigint' }) },
});
export type VerificationRow = typeof verifications.$inferSelect;
