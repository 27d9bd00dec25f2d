import { z } from 'zod';
import { userStatus } from '../../dictionaries.ts';
import { post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';

const typed = z.string().trim().max(64).default('');

/** The people who may sign in. */
export const user = resource('system/user', {
  title: { zh: '用户管理', en: 'Users' },
  fields: {},
  calls: {
    /**
     * Opens an account for somebody a sign-in provider vouched for; it waits for an administrator's approval. Passwords
     * travel as the SHA-256 hex of what was typed. `oauthId` is the ticket the token call gave, good for one account.
     */
    'register-guest': post({
      title: { zh: '账号注册', en: 'Account registration' },
      access: 'public',
      // Emptiness is told in the order people fill the form in, by sentences of its own.
      input: z.object({
        tenantId: typed,
        name: typed,
        account: typed,
        password: z.string().max(128).default(''),
        password2: z.string().max(128).optional(),
        oauthId: z.string().max(128).default(''),
      }),
      data: z.object({ id: id(), account: z.string(), status: z.int() }),
    }),
    /**
     * Approves who waits, disables who may sign in, frees who is disabled or locked; `status` (0 or 1) says which
     * where the next one is not meant. Disabling and locking end the user's sessions at once.
     */
    'update-status': post({
      title: { zh: '审核/启停', en: 'Approve or disable' },
      access: 'status',
      input: z.object({
        userId: id(),
        status: z.union([z.literal(userStatus.is.disabled), z.literal(userStatus.is.active)]).optional(),
        reason: z.string().trim().max(200).default(''),
      }),
      data: z.object({ id: id(), status: z.int() }),
    }),
    /** Replaces the roles of users; nobody gives more than they hold. */
    grant: post({
      title: { zh: '分配角色', en: 'Give roles' },
      access: 'grant',
      input: z.object({ userIds: ids(), roleIds: ids() }),
    }),
  },
});
