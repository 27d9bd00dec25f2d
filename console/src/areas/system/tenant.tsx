import { tenant } from '@trade-assistant/contract/areas/system/tenant.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { int, time } from '@trade-assistant/contract/kit/field.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { FieldValue } from '../../kit/fields/value.tsx';
import { withInputs, without } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { SloganWithPreview } from './tenant/look-preview.tsx';
import { FirstPassword, offerFirstPassword } from './tenant/new-tenant.tsx';

const PasswordDialog = lazyWithRetry(() => import('./tenant/password-dialog.tsx'));

const limits = {
  accountNumber: int({
    label: { zh: '账号额度', en: 'User limit' },
    help: { zh: '-1 为不限制', en: '-1: no limit' },
    min: -1,
    max: 10_000_000,
  }),
  expireTime: time({
    label: { zh: '到期时间', en: 'Expires' },
    help: { zh: '留空为长期有效，到期后其用户立即退出', en: 'Empty: never. On this date its users are signed out' },
  }),
};

/** The platform's own tenant is neither limited nor closed. */
const isCustomer = ({ tenantId }: WireRowOf<typeof tenant>) => tenantId !== PLATFORM_TENANT;

/** Companies that share the installation. */
export default resourcePage(tenant, {
  summary: () => <FirstPassword />,
  form: {
    added: offerFirstPassword,
    fields: (fields, row) => {
      const own = withInputs(fields, { sloganEn: SloganWithPreview });
      // The platform's own tenant needs no package.
      return row && !isCustomer(row) ? without(own, 'packageId') : own;
    },
  },
  leading: ['tenantId', 'tenantName'],
  columns: {
    // There are only a few packages, whatever the number of tenants.
    packageId: { render: ({ packageId }) => <FieldValue field={tenant.fields.packageId} value={packageId} isWhole /> },
  },
  rowActions: [
    {
      key: 'setting',
      label: { zh: '授权配置', en: 'Limits' },
      permission: 'edit',
      on: 'both',
      isOffered: isCustomer,
      fields: limits,
      initial: ([row]) => ({ accountNumber: row?.accountNumber ?? -1, expireTime: row?.expireTime ?? null }),
      call: 'setting',
      input: (rows, values) => ({ expireTime: null, ...values, ids: rows.map(({ id }) => id) }),
    },
    {
      key: 'administrator',
      label: { zh: '重置管理员密码', en: "Reset the administrator's password" },
      permission: 'administrator',
      isOffered: isCustomer,
      panel: ({ rows: [row], onClose }) => row && <PasswordDialog tenant={row} onClose={onClose} />,
    },
  ],
  transitions: { disable: isCustomer },
  isRemovable: (row) => isCustomer(row) && row.status === enableStatus.is.disabled,
});
