import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import type { KeptMenu, MenuSide } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import Skeleton from 'antd/es/skeleton';
import Tooltip from 'antd/es/tooltip';
import Tree from 'antd/es/tree/Tree';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { type Entry, nodesOf, sideNames } from './nodes.tsx';
import styles from './takeover-panel.module.css';

type Arrangement = CallData<typeof menu, 'arrangement', 'in'>;

const REASONS: Readonly<Record<KeptMenu['reason'], Text>> = {
  own: { zh: '自建菜单：位置与名称不变', en: 'Your own menu: keeps its place and name' },
  renamed: { zh: '已改名：保留你的名称', en: 'Renamed: keeps your name' },
  changed: { zh: '启用后被修改：保留修改', en: 'Changed since the takeover: keeps the change' },
  added: { zh: '启用后新增：保留', en: 'Added since the takeover: stays' },
  groupMissing: { zh: '目标分组已删除：留在原处', en: 'Its group was deleted: stays where it is' },
};

/** The menu before and after the next step side by side, what moves and what stays, and the step itself. */
export default function TakeoverPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const canEdit = useCan('system/menu:edit');
  const { data, error, refetch } = useCall(menu, 'arrangement', {}, { staleMillis: 0, keepPrevious: true });
  const { isBusy, problem, attempt } = useAttempt();
  const isUndo = data?.state === 'taken';
  const apply = () =>
    attempt(async (idempotencyKey) => {
      const step = isUndo ? 'undo-take-over' : 'take-over';
      const { kept } = await call(menu, step, { digest: data?.digest }, { idempotencyKey });
      await invalidate(menu);
      showSuccess(isUndo ? doneWords(kept.length) : { zh: '新排列已启用', en: 'The new arrangement is in use' });
      onClose();
    });
  const label = isUndo ? t({ zh: '撤销新排列', en: 'Undo the takeover' }) : t({ zh: '启用', en: 'Take over' });
  return (
    <SidePanel
      title={
        isUndo
          ? t({ zh: '撤销新排列', en: 'Undo the new arrangement' })
          : t({ zh: '新的菜单排列', en: 'New arrangement' })
      }
      width={960}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Tooltip title={canEdit ? '' : t({ zh: '需要编辑菜单的权限', en: 'Needs the permission to edit menus' })}>
            <Button
              type="primary"
              loading={isBusy}
              disabled={!canEdit || !data || data.state === 'delivered'}
              onClick={() => void apply()}
            >
              {label}
            </Button>
          </Tooltip>
        </>
      }
    >
      <Problem text={problem} />
      {error ? (
        <ListProblem error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Comparison data={data} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} title={false} />
      )}
    </SidePanel>
  );
}

const doneWords = (kept: number): Text =>
  kept === 0
    ? { zh: '已恢复原来的排列', en: 'The former arrangement is back' }
    : { zh: `已恢复原来的排列，${kept} 项保留`, en: `The former arrangement is back; ${kept} menus kept` };

function Comparison({ data }: { readonly data: Arrangement }) {
  const t = useText();
  const locale = useLocale();
  const [side, setSide] = useState<MenuSide>('staff');
  const moved = data.moved.filter((one) => one.side === side);
  return (
    <>
      <Segmented<MenuSide>
        aria-label={t({ zh: '谁的菜单', en: 'Whose menu' })}
        value={side}
        onChange={setSide}
        options={(['staff', 'agents'] as const).map((value) => ({ value, label: t(sideNames[value]) }))}
      />
      <div className={styles['sides']}>
        <Side heading={{ zh: '现在', en: 'Now' }} entries={data.before[side]} />
        <Side heading={{ zh: '之后', en: 'Afterwards' }} entries={data.after[side]} />
      </div>
      <h3>{t({ zh: '移动 {n} 项', en: 'Moving: {n}' }, { n: moved.length })}</h3>
      {moved.length > 0 && (
        <div className={styles['scroll']}>
          <table className="kit-lines">
            <thead>
              <tr>
                <th>{t({ zh: '菜单', en: 'Menu' })}</th>
                <th>{t({ zh: '原分组', en: 'From' })}</th>
                <th>{t({ zh: '新分组', en: 'To' })}</th>
              </tr>
            </thead>
            <tbody>
              {moved.map((one) => (
                <tr key={one.id}>
                  <td>{(locale === 'en' && one.nameEn) || one.name}</td>
                  <td>{(locale === 'en' ? one.fromEn : one.from) || '—'}</td>
                  <td>{(locale === 'en' ? one.toEn : one.to) || '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h3>{t({ zh: '保留 {n} 项', en: 'Kept: {n}' }, { n: data.kept.length })}</h3>
      {data.kept.length > 0 && (
        <ul className={styles['kept']}>
          {data.kept.map(({ id, name, nameEn, reason }) => (
            <li key={`${id}:${reason}`}>
              {(locale === 'en' && nameEn) || name} <span className="kit-weak">{t(REASONS[reason])}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const leaves = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { children = [] }) => sum + (children.length > 0 ? leaves(children) : 1), 0);

function Side({ heading, entries }: { readonly heading: Text; readonly entries: readonly Entry[] }) {
  const t = useText();
  const locale = useLocale();
  const groups = entries.filter(({ children = [] }) => children.length > 0).length;
  const counts = { groups, entries: leaves(entries) };
  return (
    <section aria-label={t(heading)} className={styles['side']}>
      <h3>
        {t(heading)}{' '}
        <span className="kit-weak">
          {t({ zh: '{groups} 组 · {entries} 项', en: '{groups} groups · {entries} entries' }, counts)}
        </span>
      </h3>
      <Tree treeData={nodesOf(entries, locale)} showIcon selectable={false} blockNode />
    </section>
  );
}
