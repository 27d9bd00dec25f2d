import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Lines } from './approval/lines.tsx';

const Review = lazyWithRetry(() => import('./approval/review.tsx'));

const subjectsOf = (rows: readonly WireRowOf<typeof approval>[]): string =>
  rows.map(({ subject }) => subject).join('；');

/** Approvals: the user's own requests, and those the user may decide. */
export default resourcePage(approval, {
  leading: ['kind', 'subject', 'amount', 'createUserName', 'status', 'reason'],
  transitions: {
    pass: ({ isOwn }) => isOwn === 0,
    'turn-down': ({ isOwn }) => isOwn === 0,
    withdraw: ({ isOwn }) => isOwn === 1,
  },
  transitionTexts: {
    pass: {
      confirm: (rows) => {
        const [row, another] = rows;
        return !row || another
          ? {
              zh: `通过这 ${rows.length} 项申请？通过后立即执行。`,
              en: `Approve these ${rows.length} requests? They are executed immediately.`,
            }
          : {
              zh: `通过 ${row.createUserName ?? '–'} 的申请“${row.subject}”？通过后立即执行。`,
              en: `Approve the request of ${row.createUserName ?? '–'}, “${row.subject}”? It is executed immediately.`,
            };
      },
      done: (rows) => ({ zh: `已通过并执行：${subjectsOf(rows)}`, en: `Approved and executed: ${subjectsOf(rows)}` }),
    },
    'turn-down': {
      confirm: (rows) => ({ zh: `驳回“${subjectsOf(rows)}”？`, en: `Reject “${subjectsOf(rows)}”?` }),
      done: (rows) => ({ zh: `已驳回：${subjectsOf(rows)}`, en: `Rejected: ${subjectsOf(rows)}` }),
    },
    withdraw: {
      done: (rows) => ({ zh: `已撤回：${subjectsOf(rows)}`, en: `Withdrawn: ${subjectsOf(rows)}` }),
    },
  },
  toolbarActions: [
    {
      key: 'review',
      label: { zh: '逐条复核', en: 'Review one by one' },
      permission: 'decide',
      isPrimary: true,
      panel: ({ onClose }) => <Review onClose={onClose} />,
    },
  ],
  unmentioned: ['lines', 'currency', 'isOwn'],
  detail: ({ lines, kind }) => <Lines lines={lines} kind={kind} />,
});
