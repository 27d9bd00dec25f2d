import { DownOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useText } from '../i18n.ts';
import type { Row } from './types.ts';
import type { Action } from './use-actions.tsx';

interface RowMenuProps {
  readonly row: Row;
  readonly actions: readonly Action[];
  readonly onStart: (action: Action) => void;
}

/** So many actions stand beside each other; further ones move into a menu. */
const SIDE_BY_SIDE = 3;

/** What can be done to one row. */
export function RowMenu({ row, actions, onStart }: RowMenuProps) {
  const t = useText();
  const offered = actions.filter((action) => action.isOffered?.(row) ?? true);
  const direct = offered.length > SIDE_BY_SIDE ? offered.slice(0, SIDE_BY_SIDE - 1) : offered;
  const further = offered.slice(direct.length);
  return (
    <span className="kit-row-menu">
      {direct.map((action) => (
        <Button
          key={action.key}
          type="link"
          size="small"
          danger={action.isDangerous ?? false}
          onClick={() => onStart(action)}
        >
          {t(action.label)}
        </Button>
      ))}
      {further.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: further.map((action) => ({
              key: action.key,
              label: t(action.label),
              danger: action.isDangerous ?? false,
            })),
            onClick: ({ key }) => {
              const action = further.find((candidate) => candidate.key === key);
              if (action) onStart(action);
            },
          }}
        >
          <Button type="link" size="small" icon={<DownOutlined />} iconPlacement="end">
            {t({ zh: '更多', en: 'More' })}
          </Button>
        </Dropdown>
      )}
    </span>
  );
}

/** The width the column of row menus needs, in pixels, for the widest row there can be. */
export function rowMenuWidth(labels: readonly string[], moreLabel: string): number {
  const shown = labels.length > SIDE_BY_SIDE ? [...labels.slice(0, SIDE_BY_SIDE - 1), `${moreLabel}  `] : labels;
  const width = (label: string) => [...label].reduce((sum, letter) => sum + (letter > '\u2e80' ? 14 : 8), 0) + 18;
  return Math.max(
    80,
    shown.reduce((sum, label) => sum + width(label), 16),
  );
}
