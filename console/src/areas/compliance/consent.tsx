import { consent } from '@trade-assistant/contract/areas/compliance/consent.ts';
import { without } from '../../kit/form/values.ts';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Declarations of source: the user's own for agents, all agents' and their review for staff. */
export default function ConsentPage() {
  const isOwner = useCan('compliance/consent:add');
  const isReviewer = useCan('compliance/consent:audit');
  return isOwner && !isReviewer ? <Own /> : <All />;
}

const OMITTED = ['isAgreed', 'ownerId'] as const;

const Own = resourcePage(consent, {
  leading: ['consentNo', 'status', 'listSource', 'scopeChannels', 'validUntil', 'createTime'],
  search: (fields) => without(fields, 'ownerId'),
  columns: { ownerName: { isHiddenAtFirst: true } },
  unmentioned: [...OMITTED, 'ownerName'],
});

const All = resourcePage(consent, {
  leading: ['consentNo', 'ownerName', 'status', 'listSource', 'scopeChannels', 'validUntil', 'createTime'],
  unmentioned: [...OMITTED],
});
ConsentPage.list = All.list;
