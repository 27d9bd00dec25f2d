import { notice } from '@trade-assistant/contract/areas/desk/notice.ts';
import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

export const notices = tableOf('desk_notice', notice, {
  more: { pictureIds: bigint({ mode: 'bigint' }).array().notNull().default([]) },
});

export const pictures = pgTable('desk_notice_picture', {
  fileId: bigint({ mode: 'bigint' }).primaryKey(),
  tenantId: text().notNull(),
  createUser: bigint({ mode: 'bigint' }).notNull(),
});
