import type { AlertProps } from 'antd/es/alert';
import { Suspense } from 'react';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';

const Alert = lazyWithRetry(() => import('antd/es/alert'));

/** The library's alert, for what is rarely there: loaded by the first that has something to say. */
export const LateAlert = (props: AlertProps) => (
  <InlineLoadBoundary>
    <Suspense>
      <Alert {...props} />
    </Suspense>
  </InlineLoadBoundary>
);
