import Skeleton from 'antd/es/skeleton';
import { Suspense } from 'react';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import type { MessageChannel, Recipient } from './types.ts';
import { VERDICTS } from './verdicts.ts';

const VerdictPanel = lazyWithRetry(() => import('./record/verdict-panel.tsx'));
const Messages = lazyWithRetry(() => import('./record/messages.tsx'));

/** The recipients of the orders of a channel, with verdicts and the conversation with each. */
export const recipientPage = (channel: MessageChannel) =>
  resourcePage(channel.recipients, {
    rowActions: VERDICTS.map(({ kind, words, from }) => ({
      key: kind,
      label: words,
      permission: 'decide',
      on: 'both',
      isDangerous: kind === 'overrule',
      isOffered: ({ lineStatus }: Recipient) => from.includes(lineStatus),
      panel: ({ rows, onClose }) => <VerdictPanel channel={channel} kind={kind} rows={rows} onClose={onClose} />,
    })),
    unmentioned: ['orderId'],
    tabs: [
      {
        key: 'messages',
        label: { zh: '消息记录', en: 'Conversation' },
        render: (row) => (
          <InlineLoadBoundary>
            <Suspense fallback={<Skeleton active />}>
              <Messages key={row.id} resource={channel.orders} orderId={row.orderId} recipientId={row.id} />
            </Suspense>
          </InlineLoadBoundary>
        ),
      },
    ],
  });
