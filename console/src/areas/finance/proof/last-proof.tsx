import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import { useMemo } from 'react';
import { Chart, type ChartOption } from '../../../kit/chart/chart.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText, Figures } from '../../../kit/parts/figures.tsx';

/** How many proofs the chart looks back. */
const SHOWN = 60;
const PAGE = '/finance/proof/index';

/** The result of the last verification and of earlier ones. */
export function LastProof() {
  const t = useText();
  const { data: state } = useCall(financeProof, 'state', {}, { keepPrevious: true });
  const { data: page } = useCall(financeProof, 'list', { size: SHOWN }, { keepPrevious: true });
  const proofs = useMemo(() => [...(page?.records ?? [])].reverse(), [page]);
  const last = proofs.at(-1);
  const option = useMemo<ChartOption>(
    () => ({
      tooltip: { trigger: 'axis' },
      legend: { top: 0 },
      grid: { left: 8, right: 8, top: 52, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: proofs.map(({ createTime }) => createTime.slice(5, 16)) },
      yAxis: [
        { type: 'value', minInterval: 1 },
        { type: 'value', minInterval: 1, splitLine: { show: false }, name: t({ zh: '凭证数', en: 'Entries' }) },
      ],
      series: [
        {
          type: 'bar',
          color: toneColour('bad'),
          name: t({ zh: '不符项', en: 'Mismatches' }),
          barMaxWidth: 18,
          data: proofs.map(({ mismatchCount }) => mismatchCount),
        },
        {
          type: 'line',
          yAxisIndex: 1,
          color: toneColour('running'),
          showSymbol: proofs.length < 3,
          name: t({ zh: '凭证数', en: 'Entries' }),
          data: proofs.map(({ journalCount }) => journalCount),
        },
      ],
    }),
    [proofs, t],
  );
  const when = state?.time ?? t({ zh: '从未', en: 'never' });
  return (
    <section className="kit-group">
      <Figures
        items={[
          {
            label: { zh: '最近一次核对', en: 'Last verification' },
            value:
              state &&
              (state.id ? (state.ok ? t({ zh: '相符', en: 'Match' }) : t({ zh: '不符', en: 'Mismatch' })) : '–'),
            note: state && when,
            tone: state?.id ? (state.ok ? 'good' : 'bad') : undefined,
            ...(state?.id ? { to: `${PAGE}?record=${state.id}` } : {}),
          },
          {
            label: { zh: '不符项', en: 'Mismatches' },
            value: state && countText(state.mismatchCount),
            tone: state && state.mismatchCount > 0 ? 'bad' : undefined,
            ...(state?.id && state.mismatchCount > 0 ? { to: `${PAGE}?record=${state.id}` } : {}),
          },
          {
            label: { zh: '最长间隔', en: 'Maximum interval' },
            value: state && t({ zh: '{n} 小时', en: '{n} hours' }, { n: state.maxHours }),
            note:
              state && (state.isLate ? t({ zh: '已超过', en: 'exceeded' }) : t({ zh: '未超过', en: 'not exceeded' })),
            tone: state?.isLate ? 'bad' : undefined,
          },
          {
            label: { zh: '已核对凭证', en: 'Entries verified' },
            value: page && (last ? countText(last.journalCount) : '–'),
            note: last && t({ zh: '耗时 {n} 毫秒', en: 'in {n} ms' }, { n: countText(last.durationMs) }),
          },
        ]}
      />
      {proofs.length > 1 && (
        <Chart
          option={option}
          height={180}
          label={t({ zh: '历次核对的不符项与凭证数', en: 'Mismatches and entries per verification' })}
        />
      )}
    </section>
  );
}
