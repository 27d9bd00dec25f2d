import { apiLog } from '@trade-assistant/contract/areas/log/api.ts';
import { apiLogs, logReader } from '../../kernel/audit/index.ts';
import { serve } from '../../kernel/http/serve.ts';

const reader = logReader(apiLogs);

export default serve(apiLog, { list: reader.list, detail: reader.detail });
