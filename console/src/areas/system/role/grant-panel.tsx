import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { role } from '@trade-assistant/contract/areas/system/role.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import Tabs from 'antd/es/tabs';
import { useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { GrantTree } from '../../../kit/parts/grant-tree.tsx';
import { chosenLeaves, type GrantNode, leavesOf } from '../../../kit/parts/grants.ts';
import { SetsPanel } from '../../../kit/parts/sets-panel.tsx';
import { type MenuChoices, menuNodesOf } from '../menu/grant-nodes.ts';

type Trees = CallData<typeof menu, 'grant-tree', 'in'>;
type Scopes = Trees['dataScope'];
const NAMES = ['menuIds', 'dataScopeIds', 'apiScopeIds'] as const;

interface Props {
  readonly row: WireRowOf<typeof role>;
  readonly onClose: () => void;
}

/** Grants pages, buttons and scopes to a role, out of those the user holds. */
export default function GrantPanel({ row, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const choices = useCall(menu, 'grant-tree', {}, { staleMillis: 0 });
  const granted = useCall(menu, 'role-tree-keys', { roleIds: row.id }, { staleMillis: 0 });
  const open = t({ zh: '进入页面', en: 'Open the page' });
  const nodes = useMemo(() => menuNodesOf(choices.data?.menu ?? [], locale, open), [choices.data, locale, open]);
  const dataScopes = useMemo(() => scopesOf(choices.data?.dataScope ?? [], locale), [choices.data, locale]);
  const apiScopes = useMemo(() => scopesOf(choices.data?.apiScope ?? [], locale), [choices.data, locale]);
  const known = useMemo(() => new Set(leavesOf(nodes).map(({ id }) => id)), [nodes]);
  // Groups are granted with their content and are not counted.
  const beyond = choices.data
    ? (granted.data?.menu ?? []).filter((id) => !known.has(id) && !isIn(choices.data.menu, id)).length
    : 0;
  return (
    <SetsPanel
      title={`${t({ zh: '权限设置', en: 'Grant' })} · ${locale === 'en' ? row.roleNameEn : row.roleName}`}
      width={560}
      names={NAMES}
      current={granted}
      choices={choices}
      setsOf={({ menu, dataScope, apiScope, digest }) => ({
        digest,
        sets: {
          menuIds: chosenLeaves(nodes, menu),
          dataScopeIds: chosenLeaves(dataScopes, dataScope),
          apiScopeIds: chosenLeaves(apiScopes, apiScope),
        },
      })}
      send={(chosen, digest, idempotencyKey) =>
        call(role, 'grant', { ...chosen, roleIds: [row.id], digest }, { idempotencyKey })
      }
      done={{ zh: '已保存并生效', en: 'Saved and in effect' }}
      invalidates={[role]}
      onClose={onClose}
    >
      {(_, initial) => (
        <>
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
                children: <Granted name="menuIds" nodes={nodes} initial={initial('menuIds')} />,
              },
              {
                ...{ key: 'data', label: t({ zh: '数据权限', en: 'Data scopes' }), forceRender: true },
                children: (
                  <Granted
                    name="dataScopeIds"
                    nodes={dataScopes}
                    initial={initial('dataScopeIds')}
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
                    initial={initial('apiScopeIds')}
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
      )}
    </SetsPanel>
  );
}

interface GrantedProps {
  readonly name: (typeof NAMES)[number];
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
