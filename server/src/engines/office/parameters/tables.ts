import { param } from '@trade-assistant/contract/areas/system/param.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

export const params = tableOf('sys_param', param, { without: ['askedValue', 'approvalId'] });
