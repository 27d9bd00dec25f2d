import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import { errorLogs } from '../../kernel/audit/index.ts';
import { serve } from '../../kernel/http/serve.ts';
import { logReader } from './reader.ts';

const reader = logReader(errorLogs);

export default serve(errorLog, {
  list: reader.list,
  detail: reader.detail,
  'send-logs': async (c, { logs }) => {
    c.app.audit.reported({ request: c.request, errors: logs });
    return { count: logs.length };
  },
});
