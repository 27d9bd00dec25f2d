import { apiLog } from '@trade-assistant/contract/areas/log/api.ts';
import { apiLogs } from '../../kernel/audit/index.ts';
import { serve } from '../../kernel/http/serve.ts';
import { logReader } from './reader.ts';

const reader = logReader(apiLogs);

export default serve(apiLog, { list: reader.list, detail: reader.detail });
