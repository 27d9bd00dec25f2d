const INBOX = ['console/src/areas/sms/session/inbox.component.test.tsx'];
const ORDERS = ['console/src/areas/whatsapp/order.component.test.tsx'];
const PROGRESS = ['console/src/features/orders/order-progress.test.ts'];

export default [
  {
    file: 'console/src/areas/sms/session/use-thread.ts',
    what: 'a reply claims to have seen the newest entry',
    from: 'begunAt: given.begunAt ?? latest.current.last,',
    to: 'begunAt: latest.current.last,',
    tests: INBOX,
  },
  {
    file: 'console/src/areas/sms/session/thread.tsx',
    what: 'a note makes the reply beside it claim to have seen the newest entry',
    from: 'if (!isNote) begunAt.current = null;',
    to: 'begunAt.current = null;',
    tests: INBOX,
  },
  {
    file: 'console/src/areas/sms/session/composer.tsx',
    what: 'the longest reply cannot be sent',
    from: "mode === 'reply' && parts > SMS_PARTS_MAX",
    to: "mode === 'reply' && parts >= SMS_PARTS_MAX",
    tests: INBOX,
  },
  {
    file: 'console/src/areas/sms/session/thread-state.ts',
    what: 'older entries are offered or withdrawn by each push',
    from: 'hasOlder: isFirst ? page.hasOlder : state.hasOlder,',
    to: 'hasOlder: page.hasOlder,',
    tests: INBOX,
  },
  {
    file: 'console/src/features/orders/send-again.tsx',
    what: 'the money of the former choice is confirmed',
    from: 'const found = effect?.scope === scope ? effect.found : null;',
    to: 'const found = effect?.found ?? null;',
    tests: ORDERS,
  },
  {
    file: 'console/src/features/list-tasks/use-list-input.ts',
    what: 'blank lines count as recipients',
    from: "text.split('\\n').filter((line) => line.trim() !== '') : [];",
    to: "text.split('\\n') : [];",
    tests: ORDERS,
  },
  {
    file: 'console/src/features/orders/order-progress.tsx',
    what: 'expired and overruled messages are not among the sent ones',
    from: 'const ended = order.failedCount + order.expiredCount + order.overruledCount;',
    to: 'const ended = order.failedCount;',
    tests: PROGRESS,
  },
  {
    file: 'console/src/features/orders/order-progress.tsx',
    what: 'deferred messages are not among those that may be sent',
    from: 'all: sent + order.pendingCount + order.deferredCount };',
    to: 'all: sent + order.pendingCount };',
    tests: PROGRESS,
  },
  {
    file: 'console/src/features/orders/record/line-filter.ts',
    what: 'the step of submitted messages does not show the failed ones',
    from: 'submitted: [submitted, delivered, read, failed, expired],',
    to: 'submitted: [submitted, delivered, read, expired],',
    tests: PROGRESS,
  },
];
