import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import { errorGroup } from '@trade-assistant/contract/areas/log/error-group.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { ErrorRate } from './error-group/error-rate.tsx';

/** Errors of one kind as one issue, below a chart of their number. */
export default resourcePage(errorGroup, {
  summary: () => <ErrorRate />,
  tabs: [
    {
      key: 'errors',
      label: { zh: '出现记录', en: 'Occurrences' },
      list: {
        resource: errorLog,
        filter: ({ fingerprint }) => ({ fingerprint }),
        columns: ['createTime', 'requestUri', 'createBy', 'serverHost'],
        sort: '-createTime',
      },
    },
    {
      key: 'rate',
      label: { zh: '趋势', en: 'Trend' },
      render: ({ fingerprint }) => <ErrorRate fingerprint={fingerprint} />,
    },
  ],
});
