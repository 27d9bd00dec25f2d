import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import Empty from 'antd/es/empty';
import Select from 'antd/es/select';
import Tree from 'antd/es/tree/Tree';
import { useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { nodesOf } from './nodes.tsx';

/** The side menu as holders of a role see it. */
export default function PreviewPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const [roleId, setRoleId] = useState<string>();
  const { data, error, refetch } = useCall(menu, 'preview', roleId === undefined ? {} : { roleId }, {
    keepPrevious: true,
    staleMillis: 0,
  });
  const roles = data?.roles ?? [];
  return (
    <SidePanel title={t({ zh: '按角色预览', en: 'Preview as a role' })} width={480} onClose={onClose}>
      <Select
        style={{ width: '100%', marginBlockEnd: 16 }}
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t({ zh: '角色', en: 'Role' })}
        placeholder={t({ zh: '选择角色', en: 'Choose a role' })}
        value={roleId ?? null}
        onChange={(chosen) => setRoleId(chosen ?? undefined)}
        options={roles.map(({ id, name, nameEn }) => ({ value: id, label: (locale === 'en' && nameEn) || name }))}
      />
      {error ? (
        <ListProblem error={error} onRetry={() => void refetch()} />
      ) : roleId === undefined ? null : data && data.menus.length === 0 ? (
        <Empty description={t({ zh: '该角色没有任何菜单', en: 'This role has no menus' })} />
      ) : (
        <Tree key={roleId} treeData={nodesOf(data?.menus ?? [], locale)} defaultExpandAll showIcon selectable={false} />
      )}
    </SidePanel>
  );
}
