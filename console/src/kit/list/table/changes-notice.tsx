import { useText } from '../../i18n.ts';
import { useKeys } from '../../keys.ts';
import { countText } from '../../parts/figures.tsx';
import './changes-notice.css';

/** Reports rows that others added, removed or moved, over the list so that nothing moves; a click or R shows them. */
export function ChangesNotice({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const t = useText();
  useKeys({ r: onShow });
  return (
    <output className="kit-changes-notice">
      <button type="button" aria-keyshortcuts="R" onClick={onShow}>
        {t({ zh: '{n} 条有变化', en: '{n} changed' }, { n: countText(count) })} ·{' '}
        {t({ zh: '按 R 刷新', en: 'press R to refresh' })}
      </button>
    </output>
  );
}
