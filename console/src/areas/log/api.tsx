import { apiLog } from '@trade-assistant/contract/areas/log/api.ts';
import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';
import { Status } from '../../kit/fields/status.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { cleanAction } from './cleaning/clean-action.tsx';
import { traceAction } from './trace/trace-action.tsx';

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'attention' : 'good');

/** Every call that was answered, its outcome in colour. */
export default resourcePage(apiLog, {
  columns: {
    status: {
      render: ({ status }) => <Status tone={toneOf(status)} words={{ zh: String(status), en: String(status) }} />,
    },
  },
  rowActions: [traceAction()],
  toolbarActions: [cleanAction(apiLog)],
});
