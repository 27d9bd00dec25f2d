import { openDelivery } from '@trade-assistant/contract/areas/open/delivery.ts';
import { openDeliveryState } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { Nothing } from '../../kit/fields/status.tsx';
import { useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Attempts } from './delivery/attempts.tsx';

/** Events sent to endpoints, with request, answers and attempts. */
export default resourcePage(openDelivery, {
  leading: ['createTime', 'endpointName', 'state', 'eventType', 'tries', 'httpStatus'],
  unmentioned: ['endpointId', 'attempts', 'answer'],
  columns: { error: { render: ({ error }) => <Fault error={error} /> } },
  facts: { error: ({ error }) => <Fault error={error} /> },
  detail: ({ attempts }) => <Attempts attempts={attempts} />,
  rowActions: [
    {
      key: 'resend',
      label: { zh: '重发', en: 'Send again' },
      permission: 'edit',
      on: 'both',
      isOffered: ({ state }) => state !== openDeliveryState.is.waiting,
      call: 'resend',
      done: (_rows, answer) => ({
        zh: `正在重发 ${(answer as { sent: number }).sent} 次投递`,
        en: `Sending again: ${(answer as { sent: number }).sent}`,
      }),
    },
  ],
});

/** Why a delivery was not sent at all. */
const UNSENT: Readonly<Record<string, Text>> = {
  PAUSED: { zh: '端点已暂停，未发送', en: 'Not sent: the endpoint is paused' },
  DISABLED: { zh: '端点已停用，未发送', en: 'Not sent: the endpoint is disabled' },
};

function Fault({ error }: { readonly error: string | null }) {
  const t = useText();
  if (error === null || error === '') return <Nothing />;
  const words = UNSENT[error];
  return words ? t(words) : error;
}
