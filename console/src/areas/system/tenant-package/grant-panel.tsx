import { tenantPackage } from '@trade-assistant/contract/areas/system/tenant-package.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import { useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { type FoundSets, useWholeSets } from '../../../kit/form/whole-set.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { GrantTree } from '../../../kit/parts/grant-tree.tsx';
import { leavesOf } from '../../../kit/parts/grants.ts';
import { RenewSets } from '../../../kit/parts/renew-sets.tsx';
import { menuNodesOf } from '../menu/grant-nodes.ts';

type Found = CallData<typeof tenantPackage, 'grant-tree', 'in'>;
const NAMES = ['menuIds'] as const;

interface Props {
  readonly row: WireRowOf<typeof tenantPackage>;
  readonly onClose: () => void;
}

/** Chooses the pages and buttons tenants with this package have at most. */
export default function GrantPanel({ row, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const [form] = Form.useForm<{ menuIds: string[] }>();
  const asked = useCall(tenantPackage, 'grant-tree', { packageId: row.id }, { staleMillis: 0 });
  const { error, refetch } = asked;
  // What is remembered from the last time may be long changed, and saving the form would bring it back.
  const data = asked.isFetchedAfterMount && asked.isSuccess ? asked.data : undefined;
  const open = t({ zh: '进入页面', en: 'Open the page' });
  const nodes = useMemo(() => menuNodesOf(data?.menus ?? [], locale, open), [data, locale, open]);
  const foundIn = ({ menus, chosen, digest }: Found): FoundSets<'menuIds'> => ({
    digest,
    sets: {
      menuIds: leavesOf(menuNodesOf(menus, locale, open)).flatMap(({ id }) => (chosen.includes(id) ? [id] : [])),
    },
  });
  const whole = useWholeSets(NAMES, data ? foundIn(data) : undefined);
  return (
    <FormPanel<{ menuIds: string[] }>
      key={whole.round}
      form={form}
      title={`${t({ zh: '设置菜单', en: 'Choose menus' })} · ${locale === 'en' ? row.packageNameEn : row.packageName}`}
      width={560}
      submitText={t({ zh: '保存', en: 'Save' })}
      isDisabled={data === undefined}
      onChange={whole.keep}
      invalidates={[tenantPackage, 'system/menu']}
      onSubmit={async ({ menuIds }, idempotencyKey) => {
        const given = { packageId: row.id, menuIds, digest: whole.began?.digest };
        await whole.sending(() => call(tenantPackage, 'grant', given, { idempotencyKey }));
        showSuccess({ zh: '已保存并生效', en: 'Saved and in effect' });
      }}
      onClose={onClose}
      content={
        data ? (
          <>
            {whole.isStale && (
              <RenewSets
                onRenew={async () => {
                  const { data: now } = await refetch({ throwOnError: true });
                  if (now) form.setFieldsValue(whole.renew(foundIn(now), form.getFieldsValue()));
                }}
              />
            )}
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
            <Form.Item name="menuIds" initialValue={whole.initial('menuIds')}>
              <GrantTree nodes={nodes} />
            </Form.Item>
          </>
        ) : error ? (
          <ListProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} title={false} />
        )
      }
    />
  );
}
