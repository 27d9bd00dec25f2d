import { role } from '@trade-assistant/contract/areas/system/role.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Checkbox from 'antd/es/checkbox';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { Status } from '../../../kit/fields/status.tsx';
import { RefPicker } from '../../../kit/form/ref-picker.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';

const CHOICES = { resource: 'system/role', call: 'select' };

/** The permissions of two roles side by side; only the differences unless all are requested. */
export function ComparedRoles({ role: first }: { role: WireRowOf<typeof role> }) {
  const t = useText();
  const [second, setSecond] = useState<string | null>(null);
  return (
    <div>
      <RefPicker
        source={CHOICES}
        value={second}
        onChange={(id) => setSecond(id ?? null)}
        aria-label={t({ zh: '与哪个角色比较', en: 'Compare with' })}
      />
      {second === null ? (
        <p className="kit-weak">
          {t({ zh: '选择另一个角色，查看两者权限的不同', en: 'Choose another role to compare permissions' })}
        </p>
      ) : (
        <Differences first={first} second={second} />
      )}
    </div>
  );
}

function Differences({ first, second }: { first: WireRowOf<typeof role>; second: string }) {
  const t = useText();
  const locale = useLocale();
  const [isAll, setAll] = useState(false);
  const { data, error, refetch } = useCall(role, 'compare', { first: first.id, second }, { staleMillis: 0 });
  const other = useCall(role, 'detail', { id: second }, { staleMillis: 60_000 }).data;
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  const all = [...data.menu, ...data.dataScope, ...data.apiScope];
  const different = all.filter(({ inFirst, inSecond }) => inFirst !== inSecond);
  const shown = isAll ? all : different;
  const called = (one: { roleName: string; roleNameEn: string }) => (locale === 'en' ? one.roleNameEn : one.roleName);
  const mark = (has: boolean) =>
    has ? <Status tone="good" words={{ zh: '有', en: 'Yes' }} /> : <Status tone="off" words={{ zh: '无', en: 'No' }} />;
  return (
    <>
      <p>
        <Checkbox checked={isAll} onChange={({ target }) => setAll(target.checked)}>
          {t({ zh: '也显示相同的', en: 'Show identical permissions too' })}
        </Checkbox>{' '}
        <span className="kit-weak kit-number" role="status">
          {t(
            { zh: '不同 {different} 项，相同 {same} 项', en: '{different} different, {same} identical' },
            { different: different.length, same: all.length - different.length },
          )}
        </span>
      </p>
      {shown.length > 0 && (
        <table className="kit-lines">
          <thead>
            <tr>
              <th>{t({ zh: '权限', en: 'Permission' })}</th>
              <th>{called(first)}</th>
              <th>{other ? called(other) : ''}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, path, pathEn, title, titleEn, inFirst, inSecond }) => (
              <tr key={`${path} ${id}`}>
                <td>
                  {locale === 'en' ? titleEn : title}{' '}
                  <small className="kit-weak">{locale === 'en' ? pathEn : path}</small>
                </td>
                <td>{mark(inFirst)}</td>
                <td>{mark(inSecond)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
