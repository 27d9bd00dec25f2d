import DownOutlined from '@ant-design/icons/DownOutlined';
import Button from 'antd/es/button';
import { useText } from '../../i18n.ts';
import { DropButton } from '../../parts/drop-button.tsx';
import { menuOf, splitActions } from '../actions/action-menu.ts';
import type { Action } from '../types.ts';

interface Props {
  readonly actions: readonly Action[];
  readonly onStart: (action: Action) => void;
}

/** Actions for the open record. */
export function RecordActions({ actions, onStart }: Props) {
  const t = useText();
  const { direct, further } = splitActions(actions);
  return (
    <>
      {direct.map((action) => (
        <Button key={action.key} danger={action.isDangerous ?? false} onClick={() => onStart(action)}>
          {t(action.label)}
        </Button>
      ))}
      {further.length > 0 && (
        <DropButton
          menu={menuOf(further, t, onStart)}
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
