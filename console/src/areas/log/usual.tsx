import { usualLog } from '@trade-assistant/contract/areas/log/usual.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { cleanAction } from './cleaning/clean-action.tsx';
import { traceAction } from './trace/trace-action.tsx';

/** What the program chose to write down. */
export default resourcePage(usualLog, { rowActions: [traceAction()], toolbarActions: [cleanAction(usualLog)] });
