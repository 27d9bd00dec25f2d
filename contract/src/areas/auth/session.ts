import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag, id, ids } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';

const named = z.object({ id: id(), name: z.string(), nameEn: z.string() });

/** The caller's own open sessions. */
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
    /** Ends some of the caller's own sessions; other users' and unknown ones are ignored. */
    end: post({
      title: { zh: '下线设备', en: 'End sessions' },
      access: 'signed-in',
      stepUp: 'owned',
      input: z.object({ ids: ids() }),
      data: z.object({ count: z.int() }),
    }),
    /** The departments and roles the user may work as, and those of this session; null: all. */
    duties: get({
      title: { zh: '可切换的机构与角色', en: 'Available departments and roles' },
      access: 'signed-in',
      data: z.object({
        /** Whether the tenant has enabled it; a session can always return to all roles. */
        isOn: flag(),
        deptId: id().nullable(),
        roleId: id().nullable(),
        depts: z.array(named),
        roles: z.array(named),
      }),
    }),
    /** Limits the session to one department and one role of the user; without them to all of them. */
    switch: post({
      title: { zh: '切换机构与角色', en: 'Switch department and role' },
      access: 'signed-in',
      input: z.object({ deptId: id().optional(), roleId: id().optional() }),
    }),
    'end-others': post({
      title: { zh: '下线其他设备', en: 'End all other sessions' },
      access: 'signed-in',
      stepUp: 'owned',
      data: z.object({ count: z.int() }),
    }),
  },
});
