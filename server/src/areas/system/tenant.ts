import { tenant } from '@trade-assistant/contract/areas/system/tenant.ts';
import { tenantOfDomain } from '../../engines/identity/index.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(tenant, {
  info: async (c, input) => (await tenantOfDomain(c.app.db.drizzle, input.domain)) ?? {},
});
