import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { openKeyStatus } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { openKey } from '@trade-assistant/contract/areas/open/key.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { without } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';
import styles from './key/key.module.css';

type KeyRow = WireRowOf<typeof openKey>;

const CreateKey = lazyWithRetry(() => import('./key/create-key.tsx'));

const isActive = ({ status }: KeyRow): boolean => status === openKeyStatus.is.active;
const isOwn = ({ ownerId }: KeyRow): boolean => ownerId === useSession.getState().user?.userId;

const common: ResourcePageOptions<typeof openKey> = {
  isEditable: (row) => isActive(row) && isOwn(row),
  summary: () => <ReferenceLink />,
  rowActions: [
    {
      key: 'revoke',
      label: { zh: '吊销', en: 'Revoke' },
      permission: 'edit',
      on: 'both',
      isDangerous: true,
      isOffered: isActive,
      confirm: (rows) => ({
        zh: `吊销${rows.length > 1 ? `${rows.length} 个密钥` : `“${rows[0]?.keyName}”`}？使用它的程序将立即无法调用，且不能恢复。`,
        en: `Revoke ${rows.length > 1 ? `${rows.length} keys` : `“${rows[0]?.keyName}”`}? Programs that use it are refused at once; this cannot be undone.`,
      }),
      call: 'revoke',
      done: { zh: '已吊销', en: 'Revoked' },
    },
  ],
};

const OwnKeys = resourcePage(openKey, {
  ...common,
  leading: ['keyName', 'keyId', 'status', 'lastUsedTime', 'spentDay', 'scopes'],
  columns: { ownerName: false },
  search: (fields) => without(fields, 'ownerId'),
  unmentioned: ['ownerId', 'ownerName'],
  toolbarActions: [
    {
      key: 'create',
      label: { zh: '创建密钥', en: 'Create a key' },
      permission: 'add',
      isPrimary: true,
      panel: ({ onClose }) => <CreateKey onClose={onClose} />,
    },
  ],
});

/** Staff revoke keys; they have none of their own. */
const KeysOfAgents = resourcePage(openKey, {
  ...common,
  leading: ['keyName', 'ownerName', 'keyId', 'status', 'lastUsedTime', 'spentDay', 'scopes'],
  columns: { ownerName: { isOptional: false } },
  unmentioned: ['ownerId'],
});

/** Keys for the partner interface: the reader's own, for staff those of all agents. */
export default function KeyPage() {
  const { data } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  if (!data) return null;
  return data.userType === userType.is.staff ? <KeysOfAgents /> : <OwnKeys />;
}

/** The address of the interface, and the page that describes its calls. */
function ReferenceLink() {
  const t = useText();
  return (
    <div className={styles.reference ?? ''}>
      <span className="kit-weak">{t({ zh: '接口地址', en: 'Address of the interface' })}</span>
      <code>{`${window.location.origin}/api/open/v1`}</code>
      <a href="/api/open/v1/docs" target="_blank" rel="noreferrer">
        {t({ zh: '查看接口参考', en: 'Open the reference' })}
      </a>
    </div>
  );
}
