import { flat } from '@trade-assistant/contract/testing/estate/flat.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { tableOf } from '../../kernel/resource/table.ts';

export const flatTable = tableOf('est_flat', flat);
export default resourceRoutes(flat, flatTable, { scope: 'tenant' });
