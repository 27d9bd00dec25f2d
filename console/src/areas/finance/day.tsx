import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { ClosedDay } from './day/closed-day.tsx';
import { DaysSoFar } from './day/days-so-far.tsx';

const RecheckDialog = lazyWithRetry(() => import('./day/recheck-dialog.tsx'));

/** How many figures differ, leading to them. */
function Differences({ row: { id, day, differenceCount } }: { row: WireRowOf<typeof financeDay> }) {
  const t = useText();
  if (differenceCount === 0) return <span className="kit-weak">0</span>;
  return (
    <Link
      to={`/finance/day/index?record=${id}`}
      aria-label={t(
        { zh: '{day} 有 {n} 项不符，查看', en: '{n} figures of {day} differ: view' },
        { day, n: differenceCount },
      )}
    >
      {differenceCount}
    </Link>
  );
}

/** The day close: today so far, earlier days, and for each day the totals of the sources side by side. */
export default resourcePage(financeDay, {
  summary: () => <DaysSoFar />,
  columns: {
    version: false,
    createUserName: false,
    updateTime: false,
    createTime: { isHiddenAtFirst: true },
    differenceCount: { render: (row) => <Differences row={row} /> },
  },
  rowActions: [
    {
      key: 'explain',
      label: { zh: '说明', en: 'Explain' },
      permission: 'edit',
      call: 'explain',
      fields: { remark: textarea({ label: { zh: '说明', en: 'Explanation' }, max: 500 }) },
      initial: ([row]) => ({ remark: row?.remark }),
      input: ([row], { remark }) => ({ id: row?.id, remark: remark ?? null }),
      done: { zh: '说明已保存', en: 'Explanation saved' },
    },
    {
      key: 'recheck',
      label: { zh: '重新核对', en: 'Recalculate' },
      permission: 'run',
      panel: ({ rows: [row], onClose }) => <RecheckDialog id={row?.id ?? ''} day={row?.day ?? ''} onClose={onClose} />,
    },
  ],
  detail: ({ id }) => <ClosedDay id={id} />,
  unmentioned: ['version', 'createUserName', 'updateTime'],
});
