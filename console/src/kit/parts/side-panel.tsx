import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useFocusBack } from '../focus-back.ts';
import { FormDraftContext, isTyped } from '../form/draft.ts';
import { useText } from '../i18n.ts';
import { LeaveFooter } from './leave-footer.tsx';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** In pixels; a phone gives it the whole width. */
  readonly width?: number;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  /** Whether a click beside it closes it; not while something typed would be lost. */
  readonly isClosable?: boolean;
  /** Called once the panel has opened. */
  readonly onOpened?: () => void;
  readonly children: ReactNode;
}

const Leave = createContext(() => {});
/** Whether a part is inside a panel rather than on the page below: keys go to the top layer. */
export const InSidePanel = createContext(false);

/**
 * Something larger than a question, at the side of its screen. Esc and its `CancelButton` ask before it closes over
 * something typed.
 */
export function SidePanel({
  title,
  onClose,
  width = 720,
  footer,
  isClosable = true,
  onOpened,
  children,
}: SidePanelProps) {
  const draft = useContext(FormDraftContext);
  const [isLeaving, setLeaving] = useState(false);
  useFocusBack();
  const leave = () => {
    // A second Esc cancels the question.
    if (isTyped(draft)) setLeaving(!isLeaving);
    else onClose();
  };
  // The input may have been sent while the question was open.
  const buttons =
    isLeaving && isTyped(draft) ? (
      <LeaveFooter onDiscard={onClose} onStay={() => setLeaving(false)} />
    ) : (
      footer && <div className="kit-footer">{footer}</div>
    );
  return (
    <Leave value={leave}>
      <Drawer
        open
        size={Math.min(width, window.innerWidth)}
        title={title}
        mask={{ closable: isClosable }}
        onClose={leave}
        afterOpenChange={(isOpen) => isOpen && onOpened?.()}
        {...(buttons ? { footer: buttons } : {})}
      >
        <InSidePanel value={true}>{children}</InSidePanel>
      </Drawer>
    </Leave>
  );
}

/** The first button of a panel's footer. */
export function CancelButton({ disabled = false }: { disabled?: boolean }) {
  const t = useText();
  const leave = useContext(Leave);
  return (
    <Button onClick={leave} disabled={disabled}>
      {t({ zh: '取消', en: 'Cancel' })}
    </Button>
  );
}
