import { role } from '@trade-assistant/contract/areas/system/role.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { useCan } from '../../../kit/permission.tsx';

const AccessPanel = lazyWithRetry(() => import('../access/access-panel.tsx'));

/** The users of a role, with links. */
export function Holders({ roleId }: { roleId: string }) {
  const t = useText();
  const canOpen = useCan('system/user:view');
  const canAsk = useCan('system/access:explain');
  const [asked, ask] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const { data, error, refetch } = useCall(role, 'holders', { roleId }, { staleMillis: 0 });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  if (data.total === 0)
    return <p className="kit-weak">{t({ zh: '还没有人拥有这个角色', en: 'Nobody has this role yet' })}</p>;
  return (
    <>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '账号', en: 'Account' })}</th>
            <th>{t({ zh: '姓名', en: 'Name' })}</th>
            <th>{t({ zh: '机构', en: 'Department' })}</th>
            <th>{t({ zh: '状态', en: 'Status' })}</th>
            {canAsk && <th>{t({ zh: '操作', en: 'Actions' })}</th>}
          </tr>
        </thead>
        <tbody>
          {data.users.map(({ id, account, realName, deptName, status }) => (
            <tr key={id}>
              <td>{canOpen ? <Link to={`/system/user/index?record=${id}`}>{account}</Link> : account}</td>
              <td>{realName}</td>
              <td>{deptName}</td>
              <td>
                <DictValue dictionary={userStatus} value={status} />
              </td>
              {canAsk && (
                <td>
                  <Button type="link" size="small" onClick={() => ask({ id, name: `${realName} (${account})` })}>
                    {t({ zh: '权限说明', en: 'Explain access' })}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {asked && (
        <DialogLoadBoundary onFailed={() => ask(null)}>
          <Suspense>
            <AccessPanel userId={asked.id} name={asked.name} onClose={() => ask(null)} />
          </Suspense>
        </DialogLoadBoundary>
      )}
      {data.total > data.users.length && (
        <p className="kit-weak">
          {t(
            { zh: '共 {total} 人，这里是前 {shown} 人', en: 'First {shown} of {total}' },
            {
              total: data.total,
              shown: data.users.length,
            },
          )}
        </p>
      )}
    </>
  );
}
