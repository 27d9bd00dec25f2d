import Dropdown, { type DropdownProps } from 'antd/es/dropdown';
import type { ReactNode } from 'react';
import './drop.css';

export interface DropProps {
  /** Choosing an entry closes it. */
  readonly menu?: NonNullable<DropdownProps['menu']>;
  /** Instead of a menu. */
  readonly content?: ReactNode;
  readonly onClose: () => void;
  /** The button, which has the focus again afterwards. */
  readonly children: ReactNode;
}

/** The opened content of a `DropButton`. */
export default function Drop({ menu, content, onClose, children }: DropProps) {
  return (
    <Dropdown
      open
      autoFocus
      classNames={{ root: 'kit-drop-popup' }}
      trigger={['click']}
      placement={content ? 'bottomRight' : 'bottomLeft'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      {...(content ? { popupRender: () => <div className="kit-popup">{content}</div> } : {})}
      {...(menu
        ? {
            menu: {
              ...menu,
              onClick: (chosen) => {
                // The button gets the focus at once: the rest of this press of Enter would open the menu again.
                if (chosen.domEvent.type === 'keydown') chosen.domEvent.preventDefault();
                onClose();
                menu.onClick?.(chosen);
              },
            },
          }
        : {})}
    >
      {children}
    </Dropdown>
  );
}
