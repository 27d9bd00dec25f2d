import { telegramOrderType } from '@trade-assistant/contract/message-dictionaries.ts';
import type { TemplateValues } from '@trade-assistant/contract/template.ts';
import type { Order } from '../../../features/orders/types.ts';
import { useText } from '../../../kit/i18n.ts';

/** Content of a Telegram order; the text of a notice is in its messages. */
export default function OrderContent({
  order: { messageType },
  values = {},
}: {
  readonly order: Order;
  readonly values?: TemplateValues | undefined;
}) {
  const t = useText();
  return (
    <>
      <p className="kit-weak">
        {messageType === telegramOrderType.is.code
          ? t({
              zh: '验证码由 Telegram 按固定格式显示，系统不保存验证码。',
              en: 'Telegram shows the code in a fixed text; codes are not kept.',
            })
          : t({ zh: '通知内容见“消息记录”。', en: 'The text of the notice is in its conversation.' })}
      </p>
      <dl className="kit-facts">
        {Object.entries(values).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
