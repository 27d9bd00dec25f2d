import Skeleton from 'antd/es/skeleton';
import { Suspense } from 'react';
import { lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import type { ControlProps } from '../../../kit/form/control.ts';
import { InlineLoadBoundary } from '../../../kit/inline-load-boundary.tsx';

const Forecast = lazyWithRetry(() => import('./preorder-forecast.tsx'));
const Supplier = lazyWithRetry(() => import('./supplier-select.tsx'));

/** Which pre-orders a batch will fill, loaded when it is first shown: lists of batches open without it. */
export const PreOrderForecast = ({ batchNo }: { readonly batchNo: string }) => (
  <InlineLoadBoundary>
    <Suspense fallback={null}>
      <Forecast batchNo={batchNo} />
    </Suspense>
  </InlineLoadBoundary>
);

/** The choice of a supplier, loaded with the first form that has one. */
export const SupplierSelect = (props: ControlProps<string>) => (
  <InlineLoadBoundary>
    <Suspense fallback={<Skeleton.Input active block />}>
      <Supplier {...props} />
    </Suspense>
  </InlineLoadBoundary>
);
