import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { useSession } from '../../../kit/client/session.ts';
import { underKey } from '../../../kit/client/under-key.ts';
import { confirm } from '../../../kit/feedback.tsx';
import { DictValue, Status } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { SwitchCell } from '../../../kit/parts/switch-cell.tsx';
import { useCan } from '../../../kit/permission.tsx';

const { active, disabled } = userStatus.is;

/** The status of an account, with a switch that enables it or, after confirmation, disables it. */
export function StatusSwitch({ row }: { row: WireRowOf<typeof user> }) {
  const t = useText();
  const canSwitch = useCan('system/user:status');
  const isSelf = useSession((state) => state.user?.userId) === row.id;
  const isSwitched = (row.status === active || row.status === disabled) && row.refusedAt === null && !isSelf;
  const turn = async (isOn: boolean) => {
    const isSure =
      isOn ||
      (await confirm({
        title: t(
          {
            zh: '停用账号 {account}？其所有登录会立即退出。',
            en: 'Disable {account}? All its sessions end immediately.',
          },
          { account: row.account },
        ),
        okText: t({ zh: '停用', en: 'Disable' }),
        isDangerous: true,
      }));
    if (!isSure) return;
    const status = isOn ? active : disabled;
    await underKey(`${user.name} status ${status} ${row.id}`, [`${user.name} ${row.id}`], (idempotencyKey) =>
      call(user, 'update-status', { userId: row.id, status }, { idempotencyKey }),
    );
    await invalidate(user);
  };
  return (
    <span className="kit-tags">
      {canSwitch && isSwitched && (
        <SwitchCell
          label={t({ zh: '启用 {account}', en: 'Enable {account}' }, { account: row.account })}
          isOn={row.status === active}
          onSwitch={turn}
        />
      )}
      <DictValue dictionary={userStatus} value={row.status} />
      {row.restUntil ? <Status tone="bad" words={{ zh: '登录受限', en: 'Sign-in restricted' }} /> : null}
    </span>
  );
}
