import { verification } from '@trade-assistant/contract/areas/agent/verification.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { without } from '../../kit/form/values.ts';
import { reviewAction } from '../../kit/list/actions/review-action.ts';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { DocumentNumber } from './verification/document-number.tsx';

const Queue = lazyWithRetry(() => import('./verification/queue.tsx'));

/** Identity verification: the user's own documents for agents, all agents' documents and their review for staff. */
export default function VerificationPage() {
  const isReviewer = useCan('agent/verification:audit');
  return isReviewer ? <Reviewed /> : <Own />;
}

const Own = resourcePage(verification, {
  leading: ['legalName', 'status', 'subject', 'documentType', 'cardLast4', 'validUntil', 'createTime'],
  search: (fields) => without(fields, 'userId'),
  columns: { userName: { isHiddenAtFirst: true } },
  unmentioned: ['userId', 'userName', 'idCardNo'],
});

const Reviewed = resourcePage(verification, {
  leading: ['userName', 'legalName', 'status', 'subject', 'documentType', 'validUntil', 'createTime'],
  toolbarActions: [reviewAction('audit', ({ onClose }) => <Queue onClose={onClose} />)],
  transitions: { withdraw: () => false },
  unmentioned: ['userId', 'idCardNo', 'cardLast4'],
  detail: ({ id, cardLast4 }) => <DocumentNumber key={id} id={id} last4={cardLast4} />,
});
VerificationPage.list = Reviewed.list;
