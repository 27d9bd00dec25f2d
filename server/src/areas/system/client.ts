import { client } from '@trade-assistant/contract/areas/system/client.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { assertClientSound, clients, closeClients } from '../../engines/people/identity/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(client, clients, {
  scope: 'platform',
  beforeSave: async (_c, _tx, input, existing) => {
    assertClientSound(input, existing);
    return existing ? input : { ...input, tenantId: PLATFORM_TENANT };
  },
  afterSave: async (_c, tx, row) => {
    if (row.status !== enableStatus.is.enabled) await closeClients(tx, [row], 'client disabled');
  },
  beforeRemove: (_c, tx, rows) => closeClients(tx, rows, 'client removed'),
});
