import { type ReactNode, useState } from 'react';
import './disclosure.css';

interface Props {
  readonly label: ReactNode;
  /** Content at the other end of the label. */
  readonly note?: ReactNode;
  /** At first, and when it becomes so. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Something that is folded away under its label; drawn when it is first opened. */
export function Disclosure({ label, note, isOpen = false, children }: Props) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  return (
    <details
      className="kit-disclosure"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary>
        {label}
        {note !== undefined && <span className="kit-weak">{note}</span>}
      </summary>
      {wasOpened && <div>{children}</div>}
    </details>
  );
}
