import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { assignRoles, changeStatus, findUser, isInScope, registerGuest } from '../../engines/identity/index.ts';
import { serve } from '../../kernel/http/serve.ts';

const registrationErrors = defineErrors({
  TENANT_NEEDED: { status: 400, zh: '请先输入租户编号', en: 'Enter the tenant ID first' },
  ACCOUNT_NEEDED: { status: 400, zh: '请输入账号名称', en: 'Enter an account name' },
  PASSWORD_NEEDED: { status: 400, zh: '请输入密码和确认密码', en: 'Enter the password and confirm it' },
  PASSWORDS_DIFFER: { status: 400, zh: '两次输入的密码不一致', en: 'The two passwords entered do not match' },
});

const { active, disabled } = userStatus.is;

export default serve(user, {
  'register-guest': async (c, { tenantId, name, account, password, password2 = password, oauthId }) => {
    if (!tenantId) throw registrationErrors.TENANT_NEEDED();
    if (!account) throw registrationErrors.ACCOUNT_NEEDED();
    if (!password || !password2) throw registrationErrors.PASSWORD_NEEDED();
    if (password !== password2) throw registrationErrors.PASSWORDS_DIFFER();
    const opened = await c.tx((tx) =>
      registerGuest(tx, { ticket: oauthId, tenantId, account, password, realName: name }),
    );
    return { id: opened.id, account: opened.account, status: opened.status };
  },
  'update-status': (c, { userId, status, reason }) =>
    c.tx(async (tx) => {
      const { status: before } = await findUser(tx, c.actor, userId);
      const next = status ?? (before === active ? disabled : active);
      // A bare switch of the enabled state says at least whose it was.
      const because = reason || (next === active ? '' : c.actor.account);
      const changed = await changeStatus(tx, c.actor, { userId, status: next, reason: because });
      return { id: changed.id, status: changed.status };
    }),
  grant: (c, { userIds, roleIds }) =>
    c.tx(async (tx) => {
      for (const userId of userIds) {
        if (!(await isInScope(tx, c.actor, userId))) throw commonErrors.OUT_OF_SCOPE();
        await assignRoles(tx, c.actor, { userId, roleIds });
      }
    }),
});
