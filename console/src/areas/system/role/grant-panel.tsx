import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { role } from '@trade-assistant/contract/areas/system/role.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import Tabs from 'antd/es/tabs';
import { useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import type { Values } from '../../../kit/form/values.ts';
import { type FoundSets, useWholeSets } from '../../../kit/form/whole-set.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { GrantTree } from '../../../kit/parts/grant-tree.tsx';
import { type GrantNode, leavesOf } from '../../../kit/parts/grants.ts';
import { RenewSets } from '../../../kit/parts/renew-sets.tsx';
import { type MenuChoices, menuNodesOf } from '../menu/grant-nodes.ts';

type Trees = CallData<typeof menu, 'grant-tree', 'in'>;
type Scopes = Trees['dataScope'];
type Keys = CallData<typeof menu, 'role-tree-keys', 'in'>;
interface Chosen {
  readonly menuIds: string[];
  readonly dataScopeIds: string[];
  readonly apiScopeIds: string[];
}

const NAMES = ['menuIds', 'dataScopeIds', 'apiScopeIds'] as const;

interface Props {
  readonly row: WireRowOf<typeof role>;
  readonly onClose: () => void;
}

/** What a role may do: of what the reader holds, each page and each button of it. */
export default function GrantPanel({ row, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const choices = useCall(menu, 'grant-tree', {}, { staleMillis: 0 });
  const granted = useCall(menu, 'role-tree-keys', { roleIds: row.id }, { staleMillis: 0 });
  const error = choices.error ?? granted.error;
  const open = t({ zh: '进入页面', en: 'Open the page' });
  const nodes = useMemo(() => menuNodesOf(choices.data?.menu ?? [], locale, open), [choices.data, locale, open]);
  const leaves = useMemo(() => leavesOf(nodes).map(({ id }) => id), [nodes]);
  const dataScopes = useMemo(() => scopesOf(choices.data?.dataScope ?? [], locale), [choices.data, locale]);
  const apiScopes = useMemo(() => scopesOf(choices.data?.apiScope ?? [], locale), [choices.data, locale]);
  const known = useMemo(() => new Set(leaves), [leaves]);
  const [form] = Form.useForm<Chosen & Values>();
  const foundIn = (keys: Keys): FoundSets<keyof Chosen> => ({
    digest: keys.digest,
    sets: {
      menuIds: leaves.filter((id) => keys.menu.includes(id)),
      dataScopeIds: leavesOf(dataScopes).flatMap(({ id }) => (keys.dataScope.includes(id) ? [id] : [])),
      apiScopeIds: leavesOf(apiScopes).flatMap(({ id }) => (keys.apiScope.includes(id) ? [id] : [])),
    },
  });
  // What is remembered from the last time may be long changed, and saving the form would bring it back.
  const fresh = granted.isFetchedAfterMount && granted.isSuccess ? granted.data : undefined;
  const keys = fresh?.menu;
  const whole = useWholeSets(NAMES, choices.data && fresh ? foundIn(fresh) : undefined);
  // Groups are granted with what lies in them and are not counted.
  const beyond = choices.data ? (keys ?? []).filter((id) => !known.has(id) && !isIn(choices.data.menu, id)).length : 0;
  return (
    <FormPanel<Chosen & Values>
      key={whole.round}
      form={form}
      title={`${t({ zh: '权限设置', en: 'Grant' })} · ${locale === 'en' ? row.roleNameEn : row.roleName}`}
      width={560}
      submitText={t({ zh: '保存', en: 'Save' })}
      isDisabled={choices.data === undefined || keys === undefined}
      onChange={whole.keep}
      invalidates={[role, 'system/menu', 'system/user']}
      onSubmit={async ({ menuIds, dataScopeIds, apiScopeIds }, idempotencyKey) => {
        const given = { roleIds: [row.id], menuIds, dataScopeIds, apiScopeIds, digest: whole.began?.digest };
        await whole.sending(() => call(role, 'grant', given, { idempotencyKey }));
        showSuccess({ zh: '已保存并生效', en: 'Saved and in effect' });
      }}
      onClose={onClose}
      content={
        choices.data && keys ? (
          <>
            {whole.isStale && (
              <RenewSets
                onRenew={async () => {
                  const { data } = await granted.refetch({ throwOnError: true });
                  if (data) form.setFieldsValue(whole.renew(foundIn(data), form.getFieldsValue()));
                }}
              />
            )}
            {beyond > 0 && (
              <p className="kit-weak">
                {t(
                  {
                    zh: '另有 {count} 项权限您自己没有，保持不变',
                    en: '{count} more permissions you do not have stay unchanged',
                  },
                  { count: beyond },
                )}
              </p>
            )}
            <Tabs
              items={[
                {
                  ...{ key: 'menu', label: t({ zh: '菜单权限', en: 'Menus' }), forceRender: true },
                  children: <Granted name="menuIds" nodes={nodes} initial={whole.initial('menuIds')} />,
                },
                {
                  ...{ key: 'data', label: t({ zh: '数据权限', en: 'Data scopes' }), forceRender: true },
                  children: (
                    <Granted
                      name="dataScopeIds"
                      nodes={dataScopes}
                      initial={whole.initial('dataScopeIds')}
                      note={t({
                        zh: '资源没有勾选任何规则时，角色可访问其全部数据',
                        en: 'If no rule is selected for a resource, the role sees all its data',
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
                      initial={whole.initial('apiScopeIds')}
                      note={t({
                        zh: '这里的接口默认拒绝，勾选后角色可以调用',
                        en: 'These endpoints are blocked unless selected',
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
  readonly initial: string[];
  readonly note?: string;
}

function Granted({ name, nodes, initial, note }: GrantedProps) {
  return (
    <>
      {note && <p className="kit-weak">{note}</p>}
      <Form.Item name={name} initialValue={initial}>
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
