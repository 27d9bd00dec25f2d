import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import { useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { GrantTree } from '../../../kit/parts/grant-tree.tsx';
import { chosenLeaves, type GrantNode } from '../../../kit/parts/grants.ts';
import { SetsPanel } from '../../../kit/parts/sets-panel.tsx';

interface Props {
  readonly rows: readonly WireRowOf<typeof topMenu>[];
  readonly onClose: () => void;
}

/** Chooses the menus of one or several top menus; for several it starts with the menus they have in common. */
export default function GrantPanel({ rows, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const topMenuIds = rows.map(({ id }) => id);
  const tree = useCall(topMenu, 'grant-tree', { topMenuIds }, { staleMillis: 0 });
  const nodes = useMemo(() => nodesOf(tree.data?.menus ?? [], locale), [tree.data, locale]);
  return (
    <SetsPanel
      title={`${t({ zh: '菜单配置', en: 'Choose menus' })} · ${rows.map(({ name, nameEn }) => (locale === 'en' ? nameEn : name)).join(', ')}`}
      width={480}
      names={['menuIds']}
      current={tree}
      // A group that was bound while empty must not select everything added to it since: only leaves count.
      setsOf={({ menus, chosen, digest }) => ({
        digest,
        sets: { menuIds: chosenLeaves(nodesOf(menus, locale), chosen) },
      })}
      send={({ menuIds }, digest, idempotencyKey) =>
        call(topMenu, 'grant', { topMenuIds, menuIds, digest }, { idempotencyKey })
      }
      done={{ zh: '更新成功', en: 'Saved' }}
      invalidates={[topMenu]}
      onClose={onClose}
    >
      {(_, initial) => (
        <Form.Item name="menuIds" initialValue={initial('menuIds')}>
          <GrantTree nodes={nodes} />
        </Form.Item>
      )}
    </SetsPanel>
  );
}

type Choices = CallData<typeof topMenu, 'grant-tree', 'in'>['menus'];

const nodesOf = (menus: Choices, locale: 'zh' | 'en'): readonly GrantNode[] =>
  menus.map(({ id, title, titleEn, children = [] }) => ({
    id,
    title: (locale === 'en' && titleEn) || title,
    children: nodesOf(children, locale),
  }));
