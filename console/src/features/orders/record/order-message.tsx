import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { Stepper } from '../../../kit/parts/stepper.tsx';
import type { MessageChannel, Order } from '../types.ts';

const { draft, review, rejected } = orderStatus.is;
/** States in which the first recipients may be looked at before anything is sent. */
const BEFORE_SENDING: readonly number[] = [draft, review, rejected];

/** The message of an order; before it is sent, as its first recipients will see it. */
export default function OrderMessage({ channel, order }: { readonly channel: MessageChannel; readonly order: Order }) {
  const t = useText();
  const { OrderContent, DraftCheck } = channel;
  const [at, setAt] = useState(0);
  const isBefore = BEFORE_SENDING.includes(order.status) && order.isRead === 1;
  const { data } = useCall(channel.orders, 'summary', { id: order.id }, { enabled: isBefore });
  const samples = data?.samples ?? [];
  return (
    <section aria-label={t({ zh: '消息内容', en: 'Message' })}>
      {samples.length > 0 && (
        <Stepper count={samples.length} index={at} onIndex={setAt}>
          {samples[at]?.number}
        </Stepper>
      )}
      <OrderContent order={order} values={samples[at]?.params} />
      {DraftCheck && isBefore && <DraftCheck order={order} />}
    </section>
  );
}
