import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import Tree, { type DataNode } from 'antd/es/tree';
import { useContext, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { FormDraftContext } from '../../../kit/form/draft.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import { isTexts } from '../../../kit/persisted-state.ts';

type Choices = CallData<typeof topMenu, 'grant-tree', 'in'>['menus'];

interface Props {
  readonly rows: readonly WireRowOf<typeof topMenu>[];
  readonly onClose: () => void;
}

/** Chooses the menus some top menus lead to: with several, those they have in common are ticked at first. */
export default function GrantPanel({ rows, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const topMenuIds = rows.map(({ id }) => id);
  const choices = useCall(topMenu, 'grant-tree', { topMenuIds }, { staleMillis: 0 });
  const draft = useContext(FormDraftContext);
  const [changed, setChanged] = useState(() => {
    const { menuIds } = draft?.values() ?? {};
    return isTexts(menuIds) ? menuIds : undefined;
  });
  const { isBusy, problem, attempt } = useAttempt();
  const tree = treeOf(choices.data?.menus ?? [], locale);
  const leaves = leafKeys(tree);
  // A group is ticked by what lies in it: an old binding of a group alone must not tick everything.
  const ticked = changed ?? choices.data?.chosen.filter((id) => leaves.has(id));

  const save = () =>
    attempt(async (idempotencyKey) => {
      await call(topMenu, 'grant', { topMenuIds, menuIds: [...(ticked ?? [])] }, { idempotencyKey });
      showSuccess({ zh: '更新成功', en: 'Saved' });
      onClose();
      await invalidate(topMenu, 'system/menu');
    });

  return (
    <SidePanel
      title={`${t({ zh: '菜单配置', en: 'Choose menus' })} · ${rows.map(({ name, nameEn }) => (locale === 'en' ? nameEn : name)).join(', ')}`}
      width={480}
      onClose={onClose}
      isClosable={changed === undefined}
      footer={
        <>
          <CancelButton />
          <Button type="primary" loading={isBusy} disabled={ticked === undefined} onClick={() => void save()}>
            {t({ zh: '保存', en: 'Save' })}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      {choices.error ? (
        <Alert
          type="error"
          showIcon
          title={messageOf(choices.error)}
          action={
            <Button size="small" onClick={() => void choices.refetch()}>
              {t({ zh: '重试', en: 'Retry' })}
            </Button>
          }
        />
      ) : choices.data ? (
        <Tree
          checkable
          selectable={false}
          defaultExpandAll
          treeData={tree}
          checkedKeys={[...(ticked ?? [])]}
          onCheck={(keys) => {
            const all = Array.isArray(keys) ? keys : keys.checked;
            const menuIds = all.map(String).filter((key) => leaves.has(key));
            draft?.merge({ menuIds });
            setChanged(menuIds);
          }}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      )}
    </SidePanel>
  );
}

const treeOf = (menus: Choices, locale: 'zh' | 'en'): DataNode[] =>
  menus.map(({ id, title, titleEn, children }) => ({
    key: id,
    title: (locale === 'en' && titleEn) || title,
    ...(children?.length ? { children: treeOf(children, locale) } : {}),
  }));

const leafKeys = (nodes: readonly DataNode[]): Set<string> =>
  new Set(nodes.flatMap(({ key, children }) => (children ? [...leafKeys(children)] : [String(key)])));
