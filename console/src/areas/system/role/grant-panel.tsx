import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { role } from '@trade-assistant/contract/areas/system/role.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import Tabs from 'antd/es/tabs';
import { useContext, useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { FormDraftContext } from '../../../kit/form/draft.ts';
import type { Values } from '../../../kit/form/values.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { GrantTree } from '../../../kit/parts/grant-tree.tsx';
import { type GrantNode, leavesOf } from '../../../kit/parts/grants.ts';
import { isTexts } from '../../../kit/persisted-state.ts';
import { type MenuChoices, menuNodesOf } from '../menu/grant-nodes.ts';

type Trees = CallData<typeof menu, 'grant-tree', 'in'>;
type Scopes = Trees['dataScope'];
interface Chosen {
  readonly menuIds: string[];
  readonly dataScopeIds: string[];
  readonly apiScopeIds: string[];
}

interface Props {
  readonly row: WireRowOf<typeof role>;
  readonly onClose: () => void;
}

/** What a role may do: of what the reader holds, each page and each button of it. */
export default function GrantPanel({ row, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const draft = useContext(FormDraftContext);
  const choices = useCall(menu, 'grant-tree', {}, { staleMillis: 0 });
  const granted = useCall(menu, 'role-tree-keys', { roleIds: row.id }, { staleMillis: 0 });
  const error = choices.error ?? granted.error;
  const open = t({ zh: '进入页面', en: 'Open the page' });
  const nodes = useMemo(() => menuNodesOf(choices.data?.menu ?? [], locale, open), [choices.data, locale, open]);
  const leaves = useMemo(() => leavesOf(nodes).map(({ id }) => id), [nodes]);
  const dataScopes = useMemo(() => scopesOf(choices.data?.dataScope ?? [], locale), [choices.data, locale]);
  const apiScopes = useMemo(() => scopesOf(choices.data?.apiScope ?? [], locale), [choices.data, locale]);
  const known = useMemo(() => new Set(leaves), [leaves]);
  // What is remembered from the last time may be long changed, and saving the form would bring it back.
  const keys = granted.isFetchedAfterMount && granted.isSuccess ? granted.data?.menu : undefined;
  // Groups are granted with what lies in them and are not counted.
  const beyond = choices.data ? (keys ?? []).filter((id) => !known.has(id) && !isIn(choices.data.menu, id)).length : 0;
  return (
    <FormPanel<Chosen & Values>
      title={`${t({ zh: '权限设置', en: 'Grant' })} · ${locale === 'en' ? row.roleNameEn : row.roleName}`}
      width={560}
      submitText={t({ zh: '保存', en: 'Save' })}
      isDisabled={choices.data === undefined || keys === undefined}
      onChange={(changed) => draft?.merge(changed)}
      invalidates={[role, 'system/menu', 'system/user']}
      onSubmit={async ({ menuIds, dataScopeIds, apiScopeIds }, idempotencyKey) => {
        await call(role, 'grant', { roleIds: [row.id], menuIds, dataScopeIds, apiScopeIds }, { idempotencyKey });
        showSuccess({ zh: '已生效，无需重新登录', en: 'Saved; it holds at once' });
      }}
      onClose={onClose}
      content={
        choices.data && keys ? (
          <>
            {beyond > 0 && (
              <p className="kit-weak">
                {t(
                  {
                    zh: '另有 {count} 项权限您自己没有，保持不变',
                    en: '{count} more that you do not hold stay as they are',
                  },
                  { count: beyond },
                )}
              </p>
            )}
            <Tabs
              items={[
                {
                  ...{ key: 'menu', label: t({ zh: '菜单权限', en: 'Menus' }), forceRender: true },
                  children: <Granted name="menuIds" nodes={nodes} keys={keys} />,
                },
                {
                  ...{ key: 'data', label: t({ zh: '数据权限', en: 'Data scopes' }), forceRender: true },
                  children: (
                    <Granted
                      name="dataScopeIds"
                      nodes={dataScopes}
                      keys={granted.data?.dataScope ?? []}
                      note={t({
                        zh: '资源没有勾选任何规则时，角色可访问其全部数据',
                        en: 'Where no rule is chosen for a resource, the role reaches all its rows',
                      })}
                    />
                  ),
                },
                {
                  ...{ key: 'api', label: t({ zh: '接口权限', en: 'API scopes' }), forceRender: true },
                  children: (
                    <Granted
                      name="apiScopeIds"
                      nodes={apiScopes}
                      keys={granted.data?.apiScope ?? []}
                      note={t({
                        zh: '这里的接口默认拒绝，勾选后角色可以调用',
                        en: 'These routes are refused unless they are chosen',
                      })}
                    />
                  ),
                },
              ]}
            />
          </>
        ) : error ? (
          <ListProblem error={error} onRetry={() => void Promise.all([choices.refetch(), granted.refetch()])} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} title={false} />
        )
      }
    />
  );
}

interface GrantedProps {
  readonly name: keyof Chosen;
  readonly nodes: readonly GrantNode[];
  /** What the role is granted now. */
  readonly keys: readonly string[];
  readonly note?: string;
}

function Granted({ name, nodes, keys, note }: GrantedProps) {
  const draft = useContext(FormDraftContext);
  const typed = draft?.values()[name];
  const chosen = leavesOf(nodes).flatMap(({ id }) => (keys.includes(id) ? [id] : []));
  return (
    <>
      {note && <p className="kit-weak">{note}</p>}
      <Form.Item name={name} initialValue={isTexts(typed) ? typed : chosen}>
        <GrantTree nodes={nodes} />
      </Form.Item>
    </>
  );
}

const scopesOf = (scopes: Scopes, locale: 'zh' | 'en'): readonly GrantNode[] =>
  scopes.map(({ id, title, titleEn, children }) => ({
    id: `of:${id}:${title}`,
    title: (locale === 'en' && titleEn) || title,
    children: children.map((scope) => ({ id: scope.id, title: (locale === 'en' && scope.titleEn) || scope.title })),
  }));

const isIn = (menus: MenuChoices, id: string): boolean =>
  menus.some((one) => one.id === id || isIn(one.children ?? [], id));
