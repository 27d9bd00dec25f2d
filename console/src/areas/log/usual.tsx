import { usualLog } from '@trade-assistant/contract/areas/log/usual.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { cleanAction } from './cleaning/clean-action.tsx';
import { traceAction } from './trace/trace-action.tsx';

/** Operations recorded by the system. */
export default resourcePage(usualLog, { rowActions: [traceAction()], toolbarActions: [cleanAction(usualLog)] });
