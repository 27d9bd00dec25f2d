import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import { ref } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { useSession } from '../../kit/client/session.ts';
import { Nothing } from '../../kit/fields/status.tsx';
import { FieldValue } from '../../kit/fields/value.tsx';
import { useText } from '../../kit/i18n.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { RowChanges } from './audit/row-changes.tsx';
import { traceAction } from './trace/trace-action.tsx';

const NAMES = ['asked', 'before', 'after'] as const;

/** The input and the columns before and after, as stored in the sealed trail. */
function RawRow({ row }: { row: WireRowOf<typeof auditLog> }) {
  const t = useText();
  return NAMES.map((name) => {
    const field = auditLog.fields[name];
    return (
      <section key={name} className="kit-group">
        <h2 className="kit-heading">{t(field.options.label)}</h2>
        {row[name] ? <FieldValue field={field} value={row[name]} isWhole /> : <Nothing />}
      </section>
    );
  });
}

const ProofDialog = lazyWithRetry(() => import('./audit/proof-dialog.tsx'));

const userId = ref(
  { resource: 'system/user', call: 'list', by: 'realName' },
  { label: { zh: '操作用户', en: 'User' }, search: 'equal' },
);
const canSeeUsers = (): boolean => useSession.getState().permissions.has('system/user:view');

/** The audit trail and its verification. */
export default resourcePage(auditLog, {
  search: (fields) => (canSeeUsers() ? { ...fields, userId } : fields),
  unmentioned: ['before', 'after', 'asked'],
  detail: ({ id }) => <RowChanges id={id} />,
  tabs: [{ key: 'raw', label: { zh: '原始数据', en: 'As stored' }, render: (row) => <RawRow row={row} /> }],
  rowActions: [traceAction()],
  toolbarActions: [
    {
      key: 'verify',
      label: { zh: '校验完整性', en: 'Verify integrity' },
      permission: 'verify',
      icon: <SafetyOutlined aria-hidden />,
      panel: ({ onClose }) => <ProofDialog onClose={onClose} />,
    },
  ],
});
