import { agentInvitation } from '@trade-assistant/contract/areas/agent/invitation.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { openWallets } from '../../engines/money/ledger/index.ts';
import { sendMessage } from '../../engines/office/messages/index.ts';
import { ADMINISTRATOR, DEFAULT_TENANT, inviterOf, registerInvited } from '../../engines/people/identity/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { assertCaptcha } from '../../kernel/auth/index.ts';
import { serve } from '../../kernel/http/serve.ts';
import { announceChange } from '../../kernel/realtime/index.ts';

export default serve(agentInvitation, {
  inviter: ({ app }, { tenantId, inviteCode }) =>
    app.db.tx(async (tx) => {
      const inviter = await inviterOf(tx, { tenantId: tenantId || DEFAULT_TENANT, inviteCode });
      return { inviterName: inviter.realName, tenantId: inviter.tenantId, tenantName: inviter.tenantName };
    }),
  register: async (c, { tenantId: wanted, ...registration }) => {
    await assertCaptcha(c.app, c.request.headers);
    const tenantId = wanted || DEFAULT_TENANT;
    return c.tx(async (tx) => {
      const system = systemActor(tenantId);
      const { inviter, opened } = await registerInvited(tx, { tenantId, ...registration });
      const { id, account, status, realName, userType, ownerPath } = opened;
      await openWallets(tx, system, { userId: id, userType, userName: realName, ownerPath });
      const who = `${realName} (${account})`;
      await sendMessage(tx, system, {
        to: { roleKeys: [ADMINISTRATOR] },
        key: 'AGENT_REGISTERED',
        params: { user: who, inviter: inviter.realName || inviter.account },
        bizType: user.name,
        bizId: id.toString(),
        route: `/${user.name}/index?status=${userStatus.is.awaitingApproval}`,
      });
      await sendMessage(tx, system, {
        to: { userIds: [inviter.id] },
        key: 'INVITED_REGISTERED',
        params: { user: who },
        bizType: agentUser.name,
        bizId: id.toString(),
        route: `/${agentUser.name}/index?record=${id}`,
      });
      announceChange(tx, tenantId, user);
      return { id, account, status };
    });
  },
});
