import { code } from '@trade-assistant/contract/areas/develop/code.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

export const codeModels = tableOf('dev_code', code);
