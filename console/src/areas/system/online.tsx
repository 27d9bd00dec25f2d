import { online } from '@trade-assistant/contract/areas/system/online.ts';
import { ref, treeRef } from '@trade-assistant/contract/kit/field.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Tag from 'antd/es/tag';
import { useSession } from '../../kit/client/session.ts';
import { first, without } from '../../kit/form/values.ts';
import { translate, useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Device } from './online/device.tsx';

type Session = WireRowOf<typeof online>;

const deptId = treeRef(
  { resource: 'system/dept', call: 'select' },
  { label: { zh: '部门', en: 'Department' }, search: 'equal' },
);
const roleId = ref(
  { resource: 'system/role', call: 'select' },
  { label: { zh: '使用中的角色', en: 'Active role' }, search: 'equal' },
);
const canSeeRoles = (): boolean => useSession.getState().permissions.has('system/role:view');
const canSeeDepts = (): boolean => useSession.getState().permissions.has('system/dept:view');
const isOfPlatform = (): boolean => useSession.getState().user?.tenantId === PLATFORM_TENANT;
const isOther = ({ isOwn }: Session): boolean => isOwn === 0;

/** Sessions of signed-in users with their devices; ends single sessions. */
export default resourcePage(online, {
  search: (fields) => {
    const offered = without(fields, 'userId', ...(isOfPlatform() ? [] : ['tenantId']));
    const more = { ...(canSeeDepts() ? { deptId } : {}), ...(canSeeRoles() ? { roleId } : {}) };
    return first({ ...offered, ...more }, 'account', 'realName', 'roleId', 'deptId', 'address');
  },
  columns: {
    account: { width: 170, render: (row) => <Account row={row} /> },
    worksAs: {
      render: ({ worksAs }) =>
        worksAs || <span className="kit-weak">{translate({ zh: '全部角色', en: 'All roles' })}</span>,
    },
    userAgent: { width: 210, render: (row) => <Device userAgent={row.userAgent} /> },
  },
  rowActions: [
    {
      key: 'end',
      label: { zh: '下线', en: 'Sign out' },
      permission: 'end',
      on: 'both',
      isDangerous: true,
      isOffered: isOther,
      confirm: (rows) => {
        const [row] = rows;
        return rows.length === 1
          ? {
              zh: `${row?.realName}（${row?.account}）在此设备上立即退出，未保存的内容会丢失。`,
              en: `${row?.realName} (${row?.account}) will be signed out of this device immediately. Unsaved changes will be lost.`,
            }
          : {
              zh: `选中的 ${rows.length} 个会话立即退出，未保存的内容会丢失。`,
              en: `These ${rows.length} sessions will end immediately. Unsaved changes will be lost.`,
            };
      },
      call: 'end',
      input: (rows) => ({ ids: rows.map(({ id }) => id).join(',') }),
      done: { zh: '已下线', en: 'Signed out' },
    },
    {
      key: 'end-user',
      label: { zh: '全部下线', en: 'Sign out everywhere' },
      permission: 'end',
      isDangerous: true,
      confirm: ([row]) => ({
        zh: `${row?.realName}（${row?.account}）在所有设备上立即退出${row?.isOwn ? '，您当前的会话除外' : ''}。`,
        en: `${row?.realName} (${row?.account}) will be signed out of all devices immediately${row?.isOwn ? ', except your current session' : ''}.`,
      }),
      call: 'end-user',
      input: ([row]) => ({ userId: row?.userId }),
      done: { zh: '已全部下线', en: 'Signed out everywhere' },
    },
  ],
  unmentioned: ['userId', 'isOwn'],
});

function Account({ row }: { row: Session }) {
  const t = useText();
  return (
    <>
      {row.account} {row.isOwn === 1 ? <Tag>{t({ zh: '当前会话', en: 'This session' })}</Tag> : null}
    </>
  );
}
