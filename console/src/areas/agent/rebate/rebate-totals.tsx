import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Figures } from '../../../kit/parts/figures.tsx';

const PENDING = '/agent/rebate/index?status_in=0';

/** Totals of settled and pending commission. */
export function RebateTotals() {
  const t = useText();
  const { data } = useCall(agentUser, 'rebate', {});
  const amount = (wire: string | undefined) => wire && <MoneyValue wire={wire} currency={data?.currency} />;
  const rates = [data?.level1Rate, data?.level2Rate];
  const hasDebt = data !== undefined && !/^0(\.0*)?$/.test(data.debt);
  return (
    <Figures
      items={[
        { label: { zh: '今日返佣', en: 'Today' }, value: amount(data?.today) },
        { label: { zh: '昨日返佣', en: 'Yesterday' }, value: amount(data?.yesterday) },
        { label: { zh: '本月返佣', en: 'This month' }, value: amount(data?.month) },
        { label: { zh: '累计返佣', en: 'Total' }, value: amount(data?.total) },
        { label: { zh: '待结算', en: 'Pending' }, value: amount(data?.pending), to: PENDING },
        ...(hasDebt
          ? [
              {
                label: { zh: '待追回', en: 'To be recovered' },
                value: amount(data.debt),
                note: t({ zh: '从下次结算中扣除', en: 'Deducted from the next settlements' }),
                tone: 'bad' as const,
              },
            ]
          : []),
        ...(rates.some((rate) => rate)
          ? [
              {
                label: { zh: '我的比例（一级 / 二级）', en: 'My rates (level 1 / 2)' },
                value: rates.map((rate) => (rate ? `${Number(rate)}%` : '–')).join(' / '),
              },
            ]
          : []),
      ].map((item) => ({ ...item, value: data === undefined ? undefined : (item.value ?? <Nothing />) }))}
    />
  );
}
