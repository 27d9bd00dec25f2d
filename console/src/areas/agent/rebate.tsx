import { rebates } from '@trade-assistant/contract/areas/agent/rebates.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { without } from '../../kit/form/values.ts';
import { useCan } from '../../kit/permission.tsx';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';
import { RebateTotals } from './rebate/rebate-totals.tsx';
import { SourceLink } from './rebate/source-link.tsx';

const ByDay = lazyWithRetry(() => import('./rebate/by-day.tsx'));

/** What agents earn by those below them: their own, for staff everybody's. */
export default function RebatePage() {
  const isOwner = useCan('agent/withdrawal:add');
  const isReviewer = useCan('agent/withdrawal:audit');
  return isOwner && !isReviewer ? <OwnRebates /> : <AllRebates />;
}

const options: ResourcePageOptions<typeof rebates> = {
  list: 'rebate/page',
  path: 'agent/rebate',
  exportCall: 'rebate/export',
  leading: ['createTime', 'beneficiaryName', 'level', 'fromUserName', 'sourceNo', 'baseAmount', 'rate', 'rebateAmount'],
  columns: { sourceNo: { render: (row) => <SourceLink row={row} /> } },
  summary: () => <RebateTotals />,
  toolbarActions: [
    {
      key: 'by-day',
      label: { zh: '返佣走势', en: 'By day' },
      panel: ({ onClose }) => <ByDay onClose={onClose} />,
    },
  ],
  unmentioned: ['beneficiaryId'],
};

const AllRebates = resourcePage(rebates, options);
const OwnRebates = resourcePage(rebates, {
  ...options,
  search: (fields) => without(fields, 'beneficiaryId'),
  columns: { ...options.columns, beneficiaryName: false },
  unmentioned: ['beneficiaryId', 'beneficiaryName'],
});
