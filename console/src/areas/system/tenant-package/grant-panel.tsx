import { tenantPackage } from '@trade-assistant/contract/areas/system/tenant-package.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import { useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { GrantTree } from '../../../kit/parts/grant-tree.tsx';
import { chosenLeaves } from '../../../kit/parts/grants.ts';
import { SetsPanel } from '../../../kit/parts/sets-panel.tsx';
import { menuNodesOf } from '../menu/grant-nodes.ts';

interface Props {
  readonly row: WireRowOf<typeof tenantPackage>;
  readonly onClose: () => void;
}

/** Chooses the pages and buttons tenants with this package have at most. */
export default function GrantPanel({ row, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const tree = useCall(tenantPackage, 'grant-tree', { packageId: row.id }, { staleMillis: 0 });
  const open = t({ zh: '进入页面', en: 'Open the page' });
  const nodes = useMemo(() => menuNodesOf(tree.data?.menus ?? [], locale, open), [tree.data, locale, open]);
  return (
    <SetsPanel
      title={`${t({ zh: '设置菜单', en: 'Choose menus' })} · ${locale === 'en' ? row.packageNameEn : row.packageName}`}
      width={560}
      names={['menuIds']}
      current={tree}
      setsOf={({ menus, chosen, digest }) => ({
        digest,
        sets: { menuIds: chosenLeaves(menuNodesOf(menus, locale, open), chosen) },
      })}
      send={({ menuIds }, digest, idempotencyKey) =>
        call(tenantPackage, 'grant', { packageId: row.id, menuIds, digest }, { idempotencyKey })
      }
      done={{ zh: '已保存并生效', en: 'Saved and in effect' }}
      invalidates={[tenantPackage]}
      onClose={onClose}
    >
      {(_, initial) => (
        <>
          {row.tenantCount > 0 && (
            <p className="kit-weak">
              {t(
                {
                  zh: '{count} 个租户正在使用；取消的菜单与按钮立即失效，其角色的授权保留',
                  en: 'Used by {count} tenants. Menus you remove become unavailable at once; role permissions are kept in case they return',
                },
                { count: row.tenantCount },
              )}
            </p>
          )}
          <Form.Item name="menuIds" initialValue={initial('menuIds')}>
            <GrantTree nodes={nodes} />
          </Form.Item>
        </>
      )}
    </SetsPanel>
  );
}
