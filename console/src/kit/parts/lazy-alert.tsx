import type { AlertProps } from 'antd/es/alert';
import { Suspense } from 'react';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';

const Alert = lazyWithRetry(() => import('antd/es/alert'));

/** The library's alert, loaded when it is first shown. */
export const LazyAlert = (props: AlertProps) => (
  <InlineLoadBoundary>
    <Suspense>
      <Alert {...props} />
    </Suspense>
  </InlineLoadBoundary>
);
