import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';

export const tenant = resource('system/tenant', {
  title: { zh: '租户管理', en: 'Tenants' },
  fields: {},
  calls: {
    /** The tenant a host belongs to; an empty object when the sign-in has to ask for it. */
    info: get({
      title: { zh: '域名对应租户', en: 'Tenant of a host' },
      access: 'public',
      whileLocked: true,
      input: z.object({ domain: z.string().trim().max(255).default('') }),
      data: z
        .object({ tenantId: z.string(), domain: z.string(), backgroundUrl: z.string(), tenantName: z.string() })
        .partial(),
    }),
  },
});
