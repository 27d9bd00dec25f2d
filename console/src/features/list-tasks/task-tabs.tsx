import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense } from 'react';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';

const Events = lazyWithRetry(() => import('./task-events.tsx'));

/** A part of a task's record, loaded when it is first shown. */
export const Part = ({ children, isHigh = true }: { readonly children: ReactNode; readonly isHigh?: boolean }) => (
  <InlineLoadBoundary>
    <Suspense fallback={isHigh ? <Skeleton active /> : null}>{children}</Suspense>
  </InlineLoadBoundary>
);

type Shown<Row> = (row: Row) => ReactNode;

/** Returns the last tabs of a task's record: its money and its history. */
export const taskTabs = <Row extends { readonly id: string }>(resource: Resource, money: Shown<Row>) => [
  { key: 'money', label: { zh: '费用', en: 'Money' }, render: (row: Row) => <Part>{money(row)}</Part> },
  {
    key: 'events',
    label: { zh: '记录', en: 'Events' },
    render: (row: Row) => (
      <Part>
        <Events key={row.id} resource={resource as never} taskId={row.id} />
      </Part>
    ),
  },
];
