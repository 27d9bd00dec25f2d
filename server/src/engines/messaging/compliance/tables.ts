import { complianceCase } from '@trade-assistant/contract/areas/compliance/case.ts';
import { consent } from '@trade-assistant/contract/areas/compliance/consent.ts';
import { frequency } from '@trade-assistant/contract/areas/compliance/frequency.ts';
import { quietHours } from '@trade-assistant/contract/areas/compliance/quiet-hours.ts';
import { suppression } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { bigint, customType, text } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const id = () => bigint({ mode: 'bigint' });

/** Suppressed numbers; `number` is masked. */
export const suppressions = tableOf('cmp_suppression', suppression, {
  more: { numberKey: id().notNull(), numberHash: bytes().notNull() },
});
export type SuppressionRow = typeof suppressions.$inferSelect;

export const consents = tableOf('cmp_consent', consent, { more: { agreedUserId: id().notNull(), auditUser: id() } });
export type ConsentRow = typeof consents.$inferSelect;

export const quietRules = tableOf('cmp_quiet_hours', quietHours);
export const frequencyRules = tableOf('cmp_frequency', frequency);

export const cases = tableOf('cmp_case', complianceCase, {
  more: { decider: bigint({ mode: 'bigint' }), sourceNo: text() },
});
export type CaseRow = typeof cases.$inferSelect;
