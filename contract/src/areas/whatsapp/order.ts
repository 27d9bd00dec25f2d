import { id } from '../../kit/schema.ts';
import { messageCategory } from '../../message-dictionaries.ts';
import { orderResource } from '../../tasks/order-resource.ts';

/** Orders of WhatsApp template messages. */
export const whatsappOrder = orderResource(
  'whatsapp/order',
  {
    title: { zh: '消息订单', en: 'Message orders' },
    help: {
      zh: '用审核通过的模板向已同意接收的客户发送消息，按送达计费',
      en: 'Send approved templates to recipients who agreed to receive them; you pay for delivered messages',
    },
    empty: {
      zh: '选择模板并上传名单后，订单会出现在这里',
      en: 'Choose a template and upload a list; the order appears here',
    },
    toReview: { zh: '消息订单待审核', en: 'Message orders to review' },
  },
  { category: messageCategory, form: { templateId: id() } },
);
