import { openDelivery } from '@trade-assistant/contract/areas/open/delivery.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Attempts } from './delivery/attempts.tsx';

/** Events sent to endpoints, with request, answers and attempts. */
export default resourcePage(openDelivery, {
  leading: ['createTime', 'endpointName', 'eventType', 'state', 'tries', 'httpStatus'],
  unmentioned: ['endpointId', 'attempts', 'answer'],
  detail: ({ attempts }) => <Attempts attempts={attempts} />,
  rowActions: [
    {
      key: 'resend',
      label: { zh: '重发', en: 'Send again' },
      permission: 'edit',
      on: 'both',
      isOffered: ({ state }) => state !== 0,
      call: 'resend',
      done: (_rows, answer) => ({
        zh: `正在重发 ${(answer as { sent: number }).sent} 次投递`,
        en: `Sending again: ${(answer as { sent: number }).sent}`,
      }),
    },
  ],
});
