import { view } from '@trade-assistant/contract/areas/desk/view.ts';
import { type KeyboardEvent, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { showError, showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import type { ViewedList } from '../../kit/list/saved/saved-views.ts';
import ManageViews from './manage-views.tsx';
import SaveView from './save-view.tsx';
import { isChanged, overwriting, type SavedView, showView, useSavedViews } from './saved-views.ts';
import styles from './views.module.css';

/** The views of a list to choose from, with the actions for the present one. */
export default function ViewMenu({ list, onClose }: { list: ViewedList; onClose: () => void }) {
  const t = useText();
  const { shown } = list;
  const { data = [], isPending, error } = useSavedViews(list.screen);
  const [isSaving, setSaving] = useState(false);
  const current = data.find(({ id }) => id === shown?.id);
  const hasChanged = current !== undefined && isChanged(list, current);
  const ask = (dialog: Parameters<ViewedList['onDialog']>[0]) => {
    onClose();
    list.onDialog(dialog);
  };
  const close = () => list.onDialog(null);
  const choose = (chosen: SavedView | null) => {
    onClose();
    if (chosen) showView(list, chosen);
    else list.onShow(null);
  };
  const overwrite = async (one: SavedView) => {
    const { id, name } = one;
    if (isSaving) return;
    setSaving(true);
    try {
      await call(view, 'save', { id, ...overwriting(list, one) });
      await invalidate(view);
      list.onShow({ id, name, ...list.present });
      showSuccess(t({ zh: '视图“{name}”已更新', en: 'View “{name}” updated' }, { name }));
      onClose();
    } catch (failure) {
      showError(failure);
    } finally {
      setSaving(false);
    }
  };
  const entry = (one: SavedView) => (
    <li key={one.id}>
      <button type="button" aria-current={one.id === shown?.id} onClick={() => choose(one)}>
        <span className={styles.name}>{one.name}</span>
        {one.isOwn === 0 && one.ownerName && <span className="kit-weak">{one.ownerName}</span>}
      </button>
    </li>
  );
  const shared = data.filter(({ isOwn }) => isOwn === 0);
  return (
    <nav className={styles.menu} aria-label={t({ zh: '视图', en: 'Views' })} onKeyDown={moveFocus}>
      <ul>
        <li>
          <button type="button" aria-current={!shown} onClick={() => choose(null)}>
            {t({ zh: '全部数据', en: 'All records' })}
          </button>
        </li>
        {data.filter(({ isOwn }) => isOwn === 1).map(entry)}
      </ul>
      {isPending && <p className="kit-weak">{t({ zh: '加载中…', en: 'Loading…' })}</p>}
      {error && <p role="alert">{t({ zh: '视图没有加载成功', en: 'The views could not be loaded' })}</p>}
      {shared.length > 0 && (
        <>
          <h3>{t({ zh: '与我共享', en: 'Shared with me' })}</h3>
          <ul>{shared.map(entry)}</ul>
        </>
      )}
      <ul className={styles.actions}>
        {hasChanged && current.isOwn === 1 && (
          <li>
            <button type="button" disabled={isSaving} onClick={() => void overwrite(current)}>
              {t({ zh: '更新“{name}”', en: 'Update “{name}”' }, { name: current.name })}
            </button>
          </li>
        )}
        {hasChanged && (
          <li>
            <button type="button" onClick={() => choose(current)}>
              {t({ zh: '放弃改动', en: 'Discard changes' })}
            </button>
          </li>
        )}
        <li>
          <button type="button" onClick={() => ask(<SaveView list={list} onClose={close} />)}>
            {t({ zh: '另存为视图…', en: 'Save as a view…' })}
          </button>
        </li>
        {data.length > 0 && (
          <li>
            <button type="button" onClick={() => ask(<ManageViews list={list} onClose={close} />)}>
              {t({ zh: '管理视图…', en: 'Manage views…' })}
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The arrows move between the entries, as in every menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const place = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons.at((place + step + buttons.length) % buttons.length)?.focus();
}
