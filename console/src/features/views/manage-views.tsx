import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import PushpinOutlined from '@ant-design/icons/PushpinOutlined';
import { PINS_MAX, view } from '@trade-assistant/contract/areas/desk/view.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { confirm, showError, showSuccess, showWarning } from '../../kit/feedback.tsx';
import { copyText } from '../../kit/fields/copy.tsx';
import { useText } from '../../kit/i18n.ts';
import { firstViewKey, type ViewedList } from '../../kit/list/saved/saved-views.ts';
import { SidePanel } from '../../kit/parts/side-panel.tsx';
import { usePreference } from '../../kit/preferences.ts';
import SaveView from './save-view.tsx';
import { areIds, NO_PINS, PINS, type SavedView, showView, useSavedViews } from './saved-views.ts';
import styles from './views.module.css';

const PROBLEMS: Readonly<Record<NonNullable<SavedView['alertProblem']>, Text>> = {
  owner: { zh: '提醒已暂停', en: 'Alert paused' },
  right: { zh: '提醒已暂停：您已无权查看此列表', en: 'Alert paused: you may no longer see this list' },
  slow: { zh: '提醒已暂停：列表读取过慢', en: 'Alert paused: the list is too slow' },
  faulty: { zh: '提醒已暂停：条件已失效', en: 'Alert paused: the list refuses a filter' },
};

/** All views of a list: which one it starts with, which are in the menu, and changes of one's own. */
export default function ManageViews({ list, onClose }: { list: ViewedList; onClose: () => void }) {
  const t = useText();
  const { data = [] } = useSavedViews(list.screen);
  const [first, setFirst] = usePreference<string>(firstViewKey(list.screen), '');
  const [pins, setPins] = usePreference(PINS, NO_PINS, areIds);
  const open = (one: SavedView) => {
    onClose();
    showView(list, one);
  };
  const pin = ({ id }: SavedView) => {
    if (pins.includes(id)) setPins(pins.filter((other) => other !== id));
    else if (pins.length < PINS_MAX) setPins([...pins, id]);
    else showWarning(t({ zh: '最多固定 {max} 个视图', en: 'At most {max} views can be pinned' }, { max: PINS_MAX }));
  };
  const remove = async ({ id, name }: SavedView) => {
    const isSure = await confirm({
      title: t({ zh: '删除视图“{name}”？', en: 'Delete the view “{name}”?' }, { name }),
      okText: t({ zh: '删除', en: 'Delete' }),
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await call(view, 'remove', { ids: id });
      if (pins.includes(id)) setPins(pins.filter((other) => other !== id));
      if (first === id) setFirst(undefined);
      if (list.shown?.id === id) list.onShow(null);
      await invalidate(view);
      showSuccess(t({ zh: '视图“{name}”已删除', en: 'View “{name}” deleted' }, { name }));
    } catch (error) {
      showError(error);
    }
  };
  const copy = async ({ id }: SavedView) => {
    const link = `${window.location.origin}/${list.screen}/index?view=${id}`;
    if (await copyText(link)) showSuccess({ zh: '链接已复制', en: 'Link copied' });
    else showWarning(link);
  };
  const notes = (one: SavedView): string[] => [
    ...(one.isOwn === 0 && one.ownerName
      ? [t({ zh: '{name} 共享', en: 'Shared by {name}' }, { name: one.ownerName })]
      : []),
    ...(one.roleIds.length > 0
      ? [t({ zh: '已共享给 {n} 个角色', en: 'Shared with {n} {n|role|roles}' }, { n: one.roleIds.length })]
      : []),
    ...(one.alertProblem
      ? [t(PROBLEMS[one.alertProblem])]
      : one.alert === 1
        ? [t({ zh: '有数据时提醒', en: 'Notifies you when it has records' })]
        : []),
  ];
  return (
    <SidePanel title={t({ zh: '管理视图', en: 'Manage views' })} width={520} onClose={onClose}>
      <ul className={styles.views}>
        {data.map((one) => (
          <li key={one.id}>
            <div>
              <button type="button" className="kit-link" onClick={() => open(one)}>
                {one.name}
              </button>
              {notes(one).map((note) => (
                <small key={note} className="kit-weak">
                  {note}
                </small>
              ))}
            </div>
            <div className={styles.tools}>
              <Toggle
                label={t({ zh: '打开列表时显示“{name}”', en: 'Show “{name}” when the list opens' }, one)}
                icon={<HomeOutlined />}
                isOn={first === one.id}
                onClick={() => setFirst(first === one.id ? undefined : one.id)}
              />
              <Toggle
                label={t({ zh: '将“{name}”固定到菜单', en: 'Pin “{name}” to the menu' }, one)}
                icon={<PushpinOutlined />}
                isOn={pins.includes(one.id)}
                onClick={() => pin(one)}
              />
              <Toggle
                label={t({ zh: '复制“{name}”的链接', en: 'Copy the link to “{name}”' }, one)}
                icon={<LinkOutlined />}
                onClick={() => void copy(one)}
              />
              {one.isOwn === 1 && (
                <>
                  <Toggle
                    label={t({ zh: '设置“{name}”', en: 'Settings of “{name}”' }, one)}
                    icon={<EditOutlined />}
                    onClick={() => list.onDialog(<SaveView list={list} of={one} onClose={() => list.onDialog(null)} />)}
                  />
                  <Toggle
                    label={t({ zh: '删除“{name}”', en: 'Delete “{name}”' }, one)}
                    icon={<DeleteOutlined />}
                    onClick={() => void remove(one)}
                  />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {data.length === 0 && <p className="kit-weak">{t({ zh: '还没有视图', en: 'No views yet' })}</p>}
    </SidePanel>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Undefined for a button that is no switch. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

const Toggle = ({ label, icon, isOn, onClick }: ToggleProps) => (
  <Button
    type={isOn ? 'primary' : 'text'}
    icon={icon}
    title={label}
    aria-label={label}
    {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
    onClick={onClick}
  />
);
