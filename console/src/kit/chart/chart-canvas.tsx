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
import { withColours } from './tone-colour.ts';

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

interface ChartCanvasProps {
  readonly option: ChartOption;
  readonly height: number;
  readonly label: string;
  readonly onPick?: (index: number) => void;
}

export default function ChartCanvas({ option, height, label, onPick }: ChartCanvasProps) {
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
        ...withColours(inTheme(option, token), colourOf),
      },
      { notMerge: true },
    );
  }, [option, token, label]);

  useEffect(() => {
    const drawn = chart.current;
    if (!drawn || !onPick) return;
    const pick = ({ dataIndex }: { dataIndex?: number }) => dataIndex !== undefined && onPick(dataIndex);
    drawn.on('click', pick);
    return () => void drawn.off('click', pick);
  }, [onPick]);

  return <div ref={frame} role="img" aria-label={label} style={{ width: '100%', height }} />;
}

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

type Token = ReturnType<typeof useToken>[1];
type Parts = Readonly<Record<string, unknown>>;

/** Applies the theme's colours to the parts of a chart that have their own, unless the chart sets them. */
function inTheme(option: ChartOption, token: Token): ChartOption {
  const text = { color: token.colorTextSecondary };
  const axis = {
    axisLabel: text,
    nameTextStyle: text,
    axisLine: { lineStyle: { color: token.colorBorder } },
    splitLine: { lineStyle: { color: token.colorBorderSecondary } },
  };
  const tooltip = {
    backgroundColor: token.colorBgElevated,
    borderColor: token.colorBorderSecondary,
    textStyle: { color: token.colorText },
  };
  return {
    ...option,
    ...each(option, 'xAxis', axis),
    ...each(option, 'yAxis', axis),
    ...each(option, 'legend', {
      // The library marks a line with a ring filled with white, whatever its background.
      icon: 'roundRect',
      itemWidth: 14,
      itemHeight: 8,
      textStyle: text,
      pageTextStyle: text,
      pageIconColor: token.colorTextSecondary,
      pageIconInactiveColor: token.colorTextDisabled,
    }),
    ...each(option, 'tooltip', tooltip),
  } as ChartOption;
}

/** A part of an option (one, or a list of them) over its defaults; nothing where the chart has no such part. */
function each(option: ChartOption, name: keyof ChartOption, defaults: Parts): Parts {
  const part = option[name] as Parts | readonly Parts[] | undefined;
  if (!part) return {};
  return { [name]: Array.isArray(part) ? part.map((one) => over(defaults, one)) : over(defaults, part as Parts) };
}

const over = (defaults: Parts, own: Parts): Parts =>
  Object.fromEntries(
    [...new Set([...Object.keys(defaults), ...Object.keys(own)])].map((key) => {
      const [base, mine] = [defaults[key], own[key]];
      return [key, isParts(base) && isParts(mine) ? over(base, mine) : (mine ?? base)];
    }),
  );

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
