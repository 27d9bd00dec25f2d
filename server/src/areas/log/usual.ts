import { usualLog } from '@trade-assistant/contract/areas/log/usual.ts';
import { usualLogs } from '../../kernel/audit/index.ts';
import { serve } from '../../kernel/http/serve.ts';
import { logReader } from './reader.ts';

const reader = logReader(usualLogs);

export default serve(usualLog, { list: reader.list, detail: reader.detail });
