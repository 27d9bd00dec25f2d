import { announcement } from '@trade-assistant/contract/areas/app-manage/announcement.ts';
import { instruction } from '@trade-assistant/contract/areas/app-manage/instruction.ts';
import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

/** The column with the pictures that the texts of a row show. */
export const pictureIds = () => bigint({ mode: 'bigint' }).array().notNull().default([]);

export const announcements = tableOf('cnt_announcement', announcement, {
  without: ['readCount'],
  more: { pictureIds: pictureIds() },
});

export const instructions = tableOf('cnt_instruction', instruction, {
  more: { words: text().notNull().default(''), pictureIds: pictureIds() },
});

export const pictures = pgTable('cnt_picture', {
  fileId: bigint({ mode: 'bigint' }).primaryKey(),
  tenantId: text().notNull(),
  resource: text().notNull(),
  createUser: bigint({ mode: 'bigint' }).notNull(),
});
