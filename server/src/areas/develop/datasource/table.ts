import { datasource } from '@trade-assistant/contract/areas/develop/datasource.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

export const datasources = tableOf('dev_datasource', datasource);
