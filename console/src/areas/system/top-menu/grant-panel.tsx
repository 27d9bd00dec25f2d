import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
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
import { type GrantNode, leavesOf } from '../../../kit/parts/grants.ts';
import { RenewSets } from '../../../kit/parts/renew-sets.tsx';

type Found = CallData<typeof topMenu, 'grant-tree', 'in'>;
type Choices = Found['menus'];
const NAMES = ['menuIds'] as const;

interface Props {
  readonly rows: readonly WireRowOf<typeof topMenu>[];
  readonly onClose: () => void;
}

/** Chooses the menus some top menus lead to: with several, those they have in common are ticked at first. */
export default function GrantPanel({ rows, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const [form] = Form.useForm<{ menuIds: string[] }>();
  const topMenuIds = rows.map(({ id }) => id);
  const asked = useCall(topMenu, 'grant-tree', { topMenuIds }, { staleMillis: 0 });
  const { error, refetch } = asked;
  // What is remembered from the last time may be long changed, and saving the form would bring it back.
  const data = asked.isFetchedAfterMount && asked.isSuccess ? asked.data : undefined;
  const nodes = useMemo(() => nodesOf(data?.menus ?? [], locale), [data, locale]);
  // A group that was bound before it had anything in it must not choose all that came since: only leaves are.
  const foundIn = ({ menus, chosen, digest }: Found): FoundSets<'menuIds'> => ({
    digest,
    sets: { menuIds: leavesOf(nodesOf(menus, locale)).flatMap(({ id }) => (chosen.includes(id) ? [id] : [])) },
  });
  const whole = useWholeSets(NAMES, data ? foundIn(data) : undefined);
  return (
    <FormPanel<{ menuIds: string[] }>
      key={whole.round}
      form={form}
      title={`${t({ zh: '菜单配置', en: 'Choose menus' })} · ${rows.map(({ name, nameEn }) => (locale === 'en' ? nameEn : name)).join(', ')}`}
      width={480}
      submitText={t({ zh: '保存', en: 'Save' })}
      isDisabled={data === undefined}
      onChange={whole.keep}
      invalidates={[topMenu, 'system/menu']}
      onSubmit={async ({ menuIds }, idempotencyKey) => {
        const given = { topMenuIds, menuIds, digest: whole.began?.digest };
        await whole.sending(() => call(topMenu, 'grant', given, { idempotencyKey }));
        showSuccess({ zh: '更新成功', en: 'Saved' });
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

const nodesOf = (menus: Choices, locale: 'zh' | 'en'): readonly GrantNode[] =>
  menus.map(({ id, title, titleEn, children = [] }) => ({
    id,
    title: (locale === 'en' && titleEn) || title,
    children: nodesOf(children, locale),
  }));
