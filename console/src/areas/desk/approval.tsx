import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Lines } from './approval/lines.tsx';

const Review = lazyWithRetry(() => import('./approval/review.tsx'));

/** Approvals: the user's own requests, and those the user may decide. */
export default resourcePage(approval, {
  leading: ['kind', 'subject', 'amount', 'createUserName', 'status', 'reason'],
  transitions: {
    pass: ({ isOwn }) => isOwn === 0,
    'turn-down': ({ isOwn }) => isOwn === 0,
    withdraw: ({ isOwn }) => isOwn === 1,
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
