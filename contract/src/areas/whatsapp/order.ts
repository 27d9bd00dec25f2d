import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { messageCategory, orderStatus } from '../../message-dictionaries.ts';
import { messageOrderCalls } from '../../message-order-calls.ts';
import { messageOrderFields } from '../../message-order-fields.ts';

const fields = messageOrderFields(messageCategory);

/** Orders of WhatsApp template messages. */
export const whatsappOrder = resource('whatsapp/order', {
  title: { zh: '消息订单', en: 'Message orders' },
  help: {
    zh: '用审核通过的模板向已同意接收的客户发送消息，按送达计费',
    en: 'Send approved templates to recipients who agreed to receive them; you pay for delivered messages',
  },
  empty: {
    zh: '选择模板并上传名单后，订单会出现在这里',
    en: 'Choose a template and upload a list; the order appears here',
  },
  nameField: 'orderName',
  defaultSort: '-createTime',
  stateField: 'status',
  fields,
  head: ['ownerName', 'status', 'chargedAmount'],
  found: [{ call: 'list', by: ['orderNo', 'orderName'], shows: ['ownerName', 'status'] }],
  waiting: [
    {
      title: { zh: '消息订单待审核', en: 'Message orders to review' },
      call: 'list',
      filters: { status_in: String(orderStatus.is.review) },
      access: 'review',
      since: 'createTime',
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'remove']),
    ...messageOrderCalls({ templateId: id() }),
  },
  extras: {
    numbers: { zh: '查看完整号码', en: 'See whole numbers' },
    cost: { zh: '查看通道费用', en: 'See the cost of the channel' },
  },
});
