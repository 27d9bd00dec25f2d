import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { trail, verifyTrail } from '../../kernel/audit/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const resources: ReadonlyMap<string, Resource> = new Map(registry.map((resource) => [resource.name, resource]));

export default resourceRoutes(auditLog, trail, {
  scope: 'tenant',
  computed: {
    fields: ['title'],
    // In the reader's words, as far as this version still has the call.
    fill: async ({ locale }, rows) =>
      rows.map(({ objectType, action }) => {
        const resource = resources.get(objectType);
        const call = resource?.calls[action];
        return { title: `${resource?.title[locale] ?? objectType} · ${call?.title[locale] ?? action}` };
      }),
  },
  actions: {
    verify: (c) => verifyTrail(c.app.db, c.app.secrets, c.actor.tenantId),
  },
});
