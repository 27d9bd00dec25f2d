import Skeleton from 'antd/es/skeleton';
import { Suspense } from 'react';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import type { ChartOption } from './chart-canvas.tsx';

const ChartCanvas = lazyWithRetry(() => import('./chart-canvas.tsx'));

interface ChartProps {
  readonly option: ChartOption;
  /** In pixels. */
  readonly height?: number;
  /** A description of the chart for screen readers. */
  readonly label: string;
  /** Called with the place of a clicked point; a table must offer the same by keyboard. */
  readonly onPick?: (index: number) => void;
}

/** A chart in the colours of the theme. The drawing library follows when the first chart is shown. */
export function Chart({ option, height = 280, label, onPick }: ChartProps) {
  return (
    <InlineLoadBoundary>
      <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height }} />}>
        <ChartCanvas option={option} height={height} label={label} {...(onPick ? { onPick } : {})} />
      </Suspense>
    </InlineLoadBoundary>
  );
}

export type { ChartOption };
