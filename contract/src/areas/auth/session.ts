import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag, id, ids } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';

/** Where somebody is signed in: their own open sessions. */
export const session = resource('auth/session', {
  title: { zh: '登录设备', en: 'Sessions' },
  fields: {},
  calls: {
    list: get({
      title: { zh: '登录设备', en: 'Sessions' },
      access: 'signed-in',
      /** The one that asks first, then the one used last. */
      data: z.array(
        z.object({
          id: id(),
          address: z.string(),
          userAgent: z.string(),
          /** password, totp, passkey or social. */
          method: z.string(),
          createTime: time(),
          /** Exact to a minute. */
          lastSeenTime: time(),
          isOwn: flag(),
        }),
      ),
    }),
    /** Ends some of one's own sessions; those of others and unknown ones are no error. */
    end: post({
      title: { zh: '下线设备', en: 'End sessions' },
      access: 'signed-in',
      input: z.object({ ids: ids() }),
      data: z.object({ count: z.int() }),
    }),
    'end-others': post({
      title: { zh: '下线其他设备', en: 'End all other sessions' },
      access: 'signed-in',
      data: z.object({ count: z.int() }),
    }),
  },
});
