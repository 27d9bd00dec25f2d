import { dictionary } from '../../kit/dictionary.ts';

/** Rights of a key. The partner document names them `balance.read` and so on. */
export const openScope = dictionary('open_scope', {
  'balance.read': { value: 1, zh: '查询余额', en: 'Read the balance' },
  'product.read': { value: 2, zh: '查询商品', en: 'Read products' },
  'product.buy': { value: 4, zh: '购买商品', en: 'Buy products' },
  'order.read': { value: 8, zh: '查询商品订单', en: 'Read product orders' },
  'delivery.read': { value: 16, zh: '下载已购号码', en: 'Download bought numbers' },
  'check.create': { value: 32, zh: '创建号码检测', en: 'Create number checks' },
  'check.read': { value: 64, zh: '查询号码检测', en: 'Read number checks' },
  'message.create': { value: 128, zh: '创建消息订单', en: 'Create message orders' },
  'message.read': { value: 256, zh: '查询消息订单', en: 'Read message orders' },
  'sms.create': { value: 512, zh: '创建短信任务', en: 'Create SMS tasks' },
  'sms.read': { value: 1024, zh: '查询短信任务', en: 'Read SMS tasks' },
  'webhook.read': { value: 2048, zh: '查询事件', en: 'Read events' },
  'declaration.read': { value: 8192, zh: '查询来源声明', en: 'Read declarations of source' },
  'webhook.send': { value: 4096, zh: '重发事件', en: 'Send events again' },
});
export type OpenScope = keyof (typeof openScope)['is'];

export const openKeyStatus = dictionary('open_key_status', {
  active: { value: 1, zh: '启用', en: 'Active', tone: 'good' },
  revoked: { value: 2, zh: '已吊销', en: 'Revoked', tone: 'bad' },
  expired: { value: 3, zh: '已过期', en: 'Expired', tone: 'off' },
});

/** Types of events that an endpoint may subscribe to. */
export const openEvent = dictionary('open_event', {
  'order.delivered': { value: 1, zh: '订单已交付', en: 'Order delivered' },
  'order.refunded': { value: 2, zh: '订单已退款', en: 'Order refunded' },
  'order.cancelled': { value: 4, zh: '订单已取消', en: 'Order cancelled' },
  'check.finished': { value: 8, zh: '检测已结束', en: 'Check finished' },
  'message_order.finished': { value: 16, zh: '消息订单已完成', en: 'Message order finished' },
  'message_order.stopped': { value: 32, zh: '消息订单已停止', en: 'Message order stopped' },
  'sms_task.finished': { value: 64, zh: '短信任务已结束', en: 'SMS task finished' },
  'sms.reply': { value: 128, zh: '收到短信回复', en: 'SMS reply' },
  'recharge.credited': { value: 256, zh: '充值已到账', en: 'Recharge credited' },
  'balance.low': { value: 512, zh: '余额偏低', en: 'Balance low' },
});
export type OpenEvent = keyof (typeof openEvent)['is'];

/** Type of an event as lists show it: also that of test events. */
export const openEventType = dictionary('open_event_type', {
  ...openEvent.entries,
  'endpoint.test': { value: 1024, zh: '测试事件', en: 'Test event' },
});

export const openDeliveryState = dictionary('open_delivery_state', {
  waiting: { value: 0, zh: '等待投递', en: 'Waiting', tone: 'waiting' },
  delivered: { value: 1, zh: '已投递', en: 'Delivered', tone: 'good' },
  failed: { value: 2, zh: '失败', en: 'Failed', tone: 'bad' },
});

/** Why the program paused an endpoint. */
export const openPause = dictionary('open_pause', {
  gone: { value: 1, zh: '地址答复已失效（410）', en: 'Address answered that it is gone (410)', tone: 'bad' },
  dead: { value: 2, zh: '多日投递均失败', en: 'Every delivery failed for days', tone: 'bad' },
});
