import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag, id } from '../../kit/schema.ts';

/** The checks of a call, in order. */
export const accessStepKinds = [
  'account',
  'password',
  'factor',
  'call',
  'tenant',
  'permission',
  'route',
  'rows',
  'record',
  'fields',
] as const;
export type AccessStepKind = (typeof accessStepKinds)[number];

const method = z.enum(['GET', 'POST']);

/** Explains why a user may make a call or see a record, or not. */
export const access = resource('system/access', {
  title: { zh: '权限说明', en: 'Explain access' },
  fields: {},
  calls: {
    /** All calls, to choose one. */
    calls: get({
      title: { zh: '可说明的接口', en: 'Endpoints to explain' },
      access: 'explain',
      data: z.array(
        z.object({
          resource: z.string(),
          title: z.string(),
          titleEn: z.string(),
          /** Whether a record may be asked about. */
          hasRecords: flag(),
          calls: z.array(
            z.object({ path: z.string(), title: z.string(), titleEn: z.string(), methods: z.array(method) }),
          ),
        }),
      ),
    }),
    /**
     * The chain that decides, in the reader's language, up to the step that refuses. With `recordId` also whether that row of the
     * call's resource is reached.
     */
    explain: get({
      title: { zh: '权限说明', en: 'Explain access' },
      access: 'explain',
      input: z.object({
        userId: id(),
        path: z.string().trim().max(128),
        method: method.optional(),
        recordId: id().optional(),
        /** As in a session narrowed to one of their departments or roles. */
        deptId: id().optional(),
        roleId: id().optional(),
      }),
      data: z.object({
        isAllowed: flag(),
        account: z.string(),
        realName: z.string(),
        steps: z.array(z.object({ kind: z.enum(accessStepKinds), isPassed: flag(), text: z.string() })),
      }),
    }),
  },
});
