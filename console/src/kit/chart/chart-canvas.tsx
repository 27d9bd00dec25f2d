import useToken from 'antd/es/theme/useToken';
import {
  BarChart,
  type BarSeriesOption,
  LineChart,
  type LineSeriesOption,
  PieChart,
  type PieSeriesOption,
} from 'echarts/charts';
import {
  AriaComponent,
  DatasetComponent,
  type DatasetComponentOption,
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components';
import { type ComposeOption, type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';

use([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | DatasetComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;

export default function ChartCanvas({ option, height, label }: { option: ChartOption; height: number; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const [, token] = useToken();

  useEffect(() => {
    if (!frame.current) return;
    const element = frame.current;
    const drawn = init(element);
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    chart.current?.setOption(
      {
        color: [
          token.colorPrimary,
          token.colorSuccess,
          token.colorWarning,
          token['purple-6'],
          token['cyan-6'],
          token.colorError,
        ],
        textStyle: { color: token.colorTextSecondary, fontFamily: token.fontFamily },
        animation: !isStill,
        animationDuration: 200,
        aria: { enabled: true, label: { description: label } },
        ...option,
      },
      { notMerge: true },
    );
  }, [option, token, label]);

  return <div ref={frame} role="img" aria-label={label} style={{ width: '100%', height }} />;
}
