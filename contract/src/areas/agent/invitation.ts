import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { id, proof } from '../../kit/schema.ts';
import { agentFields } from './user-fields.ts';

/** As typed or taken from a link. */
const invitation = { tenantId: z.string().trim().max(12).default(''), inviteCode: z.string().trim().max(16) };

/**
 * Self-registration with an invite code (`system/user/invite-code`). The account is below the inviting agent, or at the
 * top when staff invited; it can be used after an administrator has approved it.
 */
export const agentInvitation = resource('agent/invitation', {
  title: { zh: '邀请注册', en: 'Registration by invitation' },
  fields: {},
  calls: {
    /** The inviter of a code; INVITE_UNKNOWN reveals only that it cannot be used. */
    inviter: get({
      title: { zh: '邀请人', en: 'Inviter' },
      access: 'public',
      perMinute: 30,
      input: z.object(invitation),
      data: z.object({ inviterName: z.string(), tenantId: z.string(), tenantName: z.string() }),
    }),
    /** The password is sent as SHA-256 hex; the captcha in the headers of the token call. */
    register: post({
      title: { zh: '注册代理账号', en: 'Register as an agent' },
      access: 'public',
      perMinute: 10,
      unlogged: ['password'],
      input: z.object({
        ...invitation,
        account: z.string().trim().max(64),
        realName: agentFields.realName.schema,
        phone: agentFields.phone.schema.optional(),
        email: agentFields.email.schema.optional(),
        password: proof(128),
      }),
      data: z.object({ id: id(), account: z.string(), status: z.int() }),
    }),
  },
});
