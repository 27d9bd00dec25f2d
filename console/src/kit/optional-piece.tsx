import { type ReactNode, Suspense, useState } from 'react';
import { LoadGuard } from './lazy-with-retry.tsx';

/** Wraps lazily loaded parts that a screen is complete without: they are left out when they cannot be loaded. */
export function OptionalPiece({ children }: { children: ReactNode }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <LoadGuard onFailed={() => setMissing(true)}>
      <Suspense>{children}</Suspense>
    </LoadGuard>
  );
}
