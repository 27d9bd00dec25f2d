import { role } from '@trade-assistant/contract/areas/system/role.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Skeleton from 'antd/es/skeleton';
import Tag from 'antd/es/tag';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import styles from './role-grants.module.css';

type Grants = CallData<typeof role, 'given', 'in'>;

interface Props {
  readonly roleId: string;
  /** Named above, and leading to the role. */
  readonly isNamed?: boolean;
}

/** The rights of a role: pages with their buttons, data scopes and API scopes. */
export function RoleGrants({ roleId, isNamed = false }: Props) {
  const t = useText();
  const locale = useLocale();
  const { data, error, refetch } = useCall(role, 'given', { roleId }, { staleMillis: 0 });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  return (
    <section>
      {isNamed && (
        <h3 className={styles.name}>
          <Link to={`/system/role/index?record=${roleId}`}>{locale === 'en' ? data.roleNameEn : data.roleName}</Link>
          {data.status !== enableStatus.is.enabled && (
            <Tag>{t({ zh: '已停用，不生效', en: 'Disabled: no effect' })}</Tag>
          )}
        </h3>
      )}
      <Contents given={data} />
    </section>
  );
}

function Contents({ given }: { given: Grants }) {
  const t = useText();
  const locale = useLocale();
  const called = (one: { title: string; titleEn: string }) => (locale === 'en' ? one.titleEn : one.title);
  const above = (one: { path: string; pathEn: string }) => (locale === 'en' ? one.pathEn : one.path);
  const and = locale === 'en' ? ', ' : '、';
  if (given.givesEverything === 1)
    return <p className="kit-weak">{t({ zh: '拥有全部权限，无需授权', en: 'All permissions; no grants needed' })}</p>;
  const { pages, dataScopes, apiScopes } = given;
  if (pages.length + dataScopes.length + apiScopes.length === 0)
    return <p className="kit-weak">{t({ zh: '还没有授予任何权限', en: 'No permissions granted yet' })}</p>;
  const rules = [
    { key: 'data', title: t({ zh: '数据权限', en: 'Data scopes' }), scopes: dataScopes },
    { key: 'api', title: t({ zh: '接口权限', en: 'API scopes' }), scopes: apiScopes },
  ].filter(({ scopes }) => scopes.length > 0);
  return (
    <>
      {pages.length > 0 && (
        <table className="kit-lines">
          <thead>
            <tr>
              <th>{t({ zh: '页面', en: 'Page' })}</th>
              <th>{t({ zh: '可以做什么', en: 'Actions' })}</th>
            </tr>
          </thead>
          <tbody>
            {pages.map((page) => (
              <tr key={page.id}>
                <td className={styles.page}>
                  {called(page)} <small className="kit-weak">{above(page)}</small>
                </td>
                <td>{page.buttons.map(called).join(and) || t({ zh: '打开页面', en: 'Open the page' })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rules.map(({ key, title, scopes }) => (
        <table key={key} className="kit-lines">
          <thead>
            <tr>
              <th colSpan={2}>{title}</th>
            </tr>
          </thead>
          <tbody>
            {scopes.map((scope) => (
              <tr key={scope.id}>
                <td className={styles.page}>{above(scope)}</td>
                <td>{called(scope)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}
