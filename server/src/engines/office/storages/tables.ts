import { oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

export const storages = tableOf('sys_oss', oss, { without: ['fileCount'] });
export type StorageRow = typeof storages.$inferSelect;
