import { websiteSource } from '@trade-assistant/contract/areas/statistics/website-source.ts';
import { first } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Report } from './website-source/report.tsx';

/** Visits of the company's sites, below their report and funnel. */
export default resourcePage(websiteSource, {
  summary: ({ filters, onSearch }) => <Report filters={filters} onSearch={onSearch} />,
  search: (fields) => first(fields, 'day', 'siteCode', 'sourceType', 'utmCampaign'),
  leading: ['createTime', 'siteCode', 'sourceType', 'utmCampaign', 'referrerHost', 'hits', 'registeredAccount'],
  columns: { day: { isHiddenAtFirst: true } },
});
