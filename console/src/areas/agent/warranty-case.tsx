import { warrantyCase } from '@trade-assistant/contract/areas/agent/warranty-case.ts';
import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

type Row = WireRowOf<typeof warrantyCase>;
const paused = (rows: readonly Row[]): number => rows.reduce((sum, { pausedClaims }) => sum + pausedClaims, 0);

/** Mass events: resumes or dismisses all claims of an event at once. */
export default resourcePage(warrantyCase, {
  leading: ['caseNo', 'kind', 'subject', 'status', 'failed', 'checked', 'share', 'pausedClaims', 'createTime'],
  transitionTexts: {
    resume: {
      confirm: (rows) => ({
        zh: `号码确实失效：${paused(rows)} 个暂停的质保单继续自动换货或退款。`,
        en: `The numbers are inactive: ${paused(rows)} paused claims are replaced or refunded automatically.`,
      }),
    },
    dismiss: {
      confirm: (rows) => ({
        zh: `检测结果有误：${paused(rows)} 个暂停的质保单记为未确认，号码之后会重新检测。`,
        en: `The findings were wrong: ${paused(rows)} paused claims end as not confirmed; the numbers are checked again later.`,
      }),
    },
  },
  tabs: [
    {
      key: 'claims',
      label: { zh: '质保单', en: 'Claims' },
      list: {
        resource: warrantyClaim,
        filter: ({ id }) => ({ caseId: id }),
        columns: ['claimNo', 'number', 'status', 'ownerName', 'unitPrice'],
      },
    },
  ],
});
