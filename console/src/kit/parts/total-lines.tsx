import type { ReactNode } from 'react';
import './total-lines.css';

/** The lines of an amount to pay; changes are announced to screen readers. */
export const TotalLines = ({ children }: { children: ReactNode }) => (
  <dl className="kit-totals" aria-live="polite">
    {children}
  </dl>
);

/** `isMain`: the final total. */
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
