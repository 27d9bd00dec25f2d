import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense } from 'react';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';

// The calendar is the heaviest control and few forms have one.
export const CalendarInput = lazyWithRetry(() => import('../form/time-input.tsx'));

/** Placeholder of a control that is loaded later. */
export const LoadedControl = ({ children }: { children: ReactNode }) => (
  <InlineLoadBoundary>
    <Suspense fallback={<Skeleton.Input active block />}>{children}</Suspense>
  </InlineLoadBoundary>
);
