import type { ReactNode } from 'react';
import './total-lines.css';

/** What is to be paid, line by line; changes are read out. */
export const TotalLines = ({ children }: { children: ReactNode }) => (
  <dl className="kit-totals" aria-live="polite">
    {children}
  </dl>
);

/** `isMain`: what it all comes to. */
export const TotalLine = ({
  label,
  isMain = false,
  children,
}: {
  label: string;
  isMain?: boolean;
  children: ReactNode;
}) => (
  <div data-main={isMain || undefined}>
    <dt>{label}</dt>
    <dd className="kit-number">{children}</dd>
  </div>
);
