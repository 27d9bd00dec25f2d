import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { memo } from 'react';
import { useText } from '../../i18n.ts';
import { DropButton } from '../../parts/drop-button.tsx';
import type { Action, Row } from '../types.ts';
import { menuOf, splitActions } from './action-menu.ts';
import './row-menu.css';

const MORE: Text = { zh: '更多', en: 'More' };

interface RowMenuProps {
  readonly row: Row;
  readonly actions: readonly Action[];
  readonly onStart: (action: Action, row: Row) => void;
}

/**
 * Actions of one row. Plain buttons: two hundred rows have a thousand of them, and the library's buttons cost effects
 * and an element for their ripples.
 */
export const RowMenu = memo(function RowMenu({ row, actions, onStart }: RowMenuProps) {
  const t = useText();
  const offered = actions.filter((action) => action.isOffered?.(row) ?? true);
  const { direct, further } = splitActions(offered);
  return (
    <span className="kit-row-menu">
      {direct.map((action) => (
        <button
          key={action.key}
          type="button"
          className="kit-action"
          data-danger={action.isDangerous || undefined}
          onClick={() => onStart(action, row)}
        >
          {t(action.label)}
        </button>
      ))}
      {further.length > 0 && (
        <DropButton
          menu={menuOf(further, t, (action) => onStart(action, row))}
          button={(props) => (
            <button type="button" className="kit-action" {...props}>
              {t(MORE)}
              <span className="kit-caret" aria-hidden="true" />
            </button>
          )}
        />
      )}
    </span>
  );
});
