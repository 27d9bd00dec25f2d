import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { cleanAction } from './cleaning/clean-action.tsx';
import { traceAction } from './trace/trace-action.tsx';

/** Errors of the server and of consoles. */
export default resourcePage(errorLog, { rowActions: [traceAction()], toolbarActions: [cleanAction(errorLog)] });
