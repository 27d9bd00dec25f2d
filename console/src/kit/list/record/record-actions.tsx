import DownOutlined from '@ant-design/icons/DownOutlined';
import Button from 'antd/es/button';
import { useText } from '../../i18n.ts';
import { DropButton } from '../../parts/drop-button.tsx';
import type { Action } from '../types.ts';

/** So many stand beside the title; more would leave it no room, so that the further ones are in a menu. */
const SIDE_BY_SIDE = 3;

interface Props {
  readonly actions: readonly Action[];
  readonly onStart: (action: Action) => void;
}

/** What can be done to the record that is open. */
export function RecordActions({ actions, onStart }: Props) {
  const t = useText();
  const direct = actions.length > SIDE_BY_SIDE ? actions.slice(0, SIDE_BY_SIDE - 1) : actions;
  const further = actions.slice(direct.length);
  return (
    <>
      {direct.map((action) => (
        <Button key={action.key} danger={action.isDangerous ?? false} onClick={() => onStart(action)}>
          {t(action.label)}
        </Button>
      ))}
      {further.length > 0 && (
        <DropButton
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
          button={(props) => (
            <Button icon={<DownOutlined aria-hidden />} iconPlacement="end" {...(props as object)}>
              {t({ zh: '更多', en: 'More' })}
            </Button>
          )}
        />
      )}
    </>
  );
}
