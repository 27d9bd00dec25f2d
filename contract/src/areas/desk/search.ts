import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';

/** Records of all lists the reader may see. `found` of a resource declares the fields that are searched. */
export const search = resource('desk/search', {
  title: { zh: '全局搜索', en: 'Search' },
  fields: {},
  calls: {
    records: get({
      title: { zh: '搜索记录', en: 'Search records' },
      access: 'signed-in',
      input: z.object({ keyword: z.string().trim().min(2).max(128) }),
      data: z.array(
        z.object({
          /** The resource, its name for people, and the path of its screen, `agent/recharge`. */
          resource: z.string(),
          title: z.string(),
          screen: z.string(),
          id: id(),
          name: z.string(),
          note: z.string(),
          /** Transitions that the record's state and the reader's rights allow. */
          actions: z.array(z.object({ call: z.string(), title: z.string() })),
        }),
      ),
    }),
  },
});
