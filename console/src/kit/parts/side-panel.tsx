import Drawer from 'antd/es/drawer';
import type { ReactNode } from 'react';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** In pixels; a phone gives it the whole width. */
  readonly width?: number;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  /** Whether a click beside it closes it; not while something typed would be lost. */
  readonly isClosable?: boolean;
  readonly children: ReactNode;
}

/** Something larger than a question, at the side of its screen. */
export function SidePanel({ title, onClose, width = 720, footer, isClosable = true, children }: SidePanelProps) {
  return (
    <Drawer
      open
      size={Math.min(width, window.innerWidth)}
      title={title}
      mask={{ closable: isClosable }}
      onClose={onClose}
      {...(footer ? { footer: <div className="kit-footer">{footer}</div> } : {})}
    >
      {children}
    </Drawer>
  );
}
