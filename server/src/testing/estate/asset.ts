import { asset } from '@trade-assistant/contract/testing/estate/asset.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { tableOf } from '../../kernel/resource/table.ts';

export const assetTable = tableOf('est_asset', asset);
export default resourceRoutes(asset, assetTable, { scope: 'tenant' });
