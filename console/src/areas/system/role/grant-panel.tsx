import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { role } from '@trade-assistant/contract/areas/system/role.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import { useContext, useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { FormDraftContext } from '../../../kit/form/draft.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { GrantTree } from '../../../kit/parts/grant-tree.tsx';
import { type GrantNode, leavesOf } from '../../../kit/parts/grants.ts';
import { isTexts } from '../../../kit/persisted-state.ts';

type Choices = CallData<typeof menu, 'grant-tree', 'in'>['menu'];

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
  const nodes = useMemo(() => nodesOf(choices.data?.menu ?? [], locale, open), [choices.data, locale, open]);
  const leaves = useMemo(() => leavesOf(nodes).map(({ id }) => id), [nodes]);
  const known = useMemo(() => new Set(leaves), [leaves]);
  const typed = draft?.values()['menuIds'];
  const keys = granted.data?.menu;
  // Groups are granted with what lies in them and are not counted.
  const beyond = choices.data ? (keys ?? []).filter((id) => !known.has(id) && !isIn(choices.data.menu, id)).length : 0;
  return (
    <FormPanel<{ menuIds: string[] }>
      title={`${t({ zh: '权限设置', en: 'Grant' })} · ${locale === 'en' ? row.roleNameEn : row.roleName}`}
      width={560}
      submitText={t({ zh: '保存', en: 'Save' })}
      isDisabled={choices.data === undefined || keys === undefined}
      onChange={(changed) => draft?.merge(changed)}
      invalidates={[role, 'system/menu', 'system/user']}
      onSubmit={async ({ menuIds }, idempotencyKey) => {
        await call(role, 'grant', { roleIds: [row.id], menuIds }, { idempotencyKey });
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
            <Form.Item name="menuIds" initialValue={isTexts(typed) ? typed : leaves.filter((id) => keys.includes(id))}>
              <GrantTree nodes={nodes} />
            </Form.Item>
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

const BUTTON = 2;

/** A page with buttons is a group of them; to be let into it is one thing more that may be granted. */
const nodesOf = (menus: Choices, locale: 'zh' | 'en', open: string): readonly GrantNode[] =>
  menus.map(({ id, title, titleEn, children = [] }) => {
    const called = (locale === 'en' && titleEn) || title;
    const below = nodesOf(children, locale, open);
    const isPage = children.some(({ category }) => category === BUTTON);
    if (isPage) return { id: `page:${id}`, title: called, children: [{ id, title: open }, ...below] };
    return { id, title: called, ...(below.length > 0 ? { children: below } : {}) };
  });

const isIn = (menus: Choices, id: string): boolean =>
  menus.some((one) => one.id === id || isIn(one.children ?? [], id));
