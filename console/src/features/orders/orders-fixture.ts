import { lineStatus, messageCategory, orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { answer } from '../../testing/answers.ts';

export const templateComponents = [
  { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
  {
    type: 'BODY',
    text: 'Hello *{{1}}*, your order {{2}} has left our warehouse.',
    example: { body_text: [['Ada', 'A-1']] },
  },
  { type: 'FOOTER', text: 'Reply STOP to opt out' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track it', url: 'https://example.com' }] },
];

/** An order of 12,480 lines that is being sent. */
export const orderRow = (more: object = {}) => ({
  id: '7',
  orderNo: 'MO26112600007',
  orderName: 'Shipping notices',
  ownerId: '3',
  ownerName: 'Agent Fern',
  messageType: messageCategory.is.utility,
  senderId: '11',
  senderName: 'Shop line',
  templateId: '21',
  templateCode: 'order_shipped',
  templateLang: 'en_US',
  consentId: '31',
  countryCodes: ['US'],
  totalCount: 12_480,
  invalidCount: 200,
  duplicateCount: 80,
  suppressedCount: 20,
  pendingCount: 6_180,
  submittedCount: 1_000,
  deliveredCount: 2_800,
  readCount: 2_000,
  failedCount: 150,
  overruledCount: 0,
  expiredCount: 50,
  deferredCount: 0,
  replyCount: 31,
  deliveryRate: '80.0',
  readRate: '41.7',
  quota: null,
  scheduleTime: null,
  speedPerMinute: null,
  unitPrice: '0.031500',
  holdAmount: '393.120000',
  chargedAmount: '151.200000',
  refundedAmount: '6.300000',
  currency: 'USD',
  resetTime: null,
  resetCount: 0,
  startTime: '2026-01-05 09:30:00',
  finishTime: null,
  completeType: null,
  status: orderStatus.is.sending,
  isRead: 1,
  waiting: '72 messages/s',
  failReason: null,
  expireTime: null,
  jobTaskNo: 'JB1',
  remark: null,
  version: 1,
  createUserName: 'Agent Fern',
  createTime: '2026-01-05 09:20:00',
  updateTime: '2026-01-05 09:30:00',
  ...more,
});

const { delivered, read, failed, submitted } = lineStatus.is;

export const recipientRow = (lineNo: number, more: object = {}) => ({
  id: `7-${lineNo}`,
  orderId: '7',
  orderNo: 'MO26112600007',
  lineNo,
  number: `+1212555${String(100 + lineNo).padStart(4, '0')}`,
  countryCode: 'US',
  params: { 'body.1': 'Ada' },
  lineStatus: [delivered, read, failed, submitted][lineNo % 4],
  why: lineNo % 4 === 2 ? 'Not a WhatsApp number' : null,
  rejectReason: null,
  attemptNo: 1,
  providerMsgId: null,
  errorCode: lineNo % 4 === 2 ? '131026' : null,
  retryable: 0,
  submitTime: '2026-01-05 09:31:00',
  deliverTime: lineNo % 4 < 2 ? '2026-01-05 09:31:02' : null,
  readTime: null,
  deferUntil: null,
  unitPrice: '0.031500',
  chargeState: lineNo % 4 < 2 ? 2 : 1,
  verdictBy: null,
  verdictReason: null,
  verdictAttachIds: null,
  verificationStatus: null,
  isRefunded: 0,
  ...more,
});

const messageRow = (at: number) => ({
  id: String(at),
  direction: at % 5 === 0 ? 2 : 1,
  channel: 2,
  fromNo: at % 5 === 0 ? '+12125550123' : null,
  toNo: at % 5 === 0 ? null : '+12125550123',
  msgType: at % 5 === 0 ? 1 : 2,
  content: at % 3 === 0 ? null : `Hello *Ada*, your order A-${at} has left our warehouse.`,
  templateCode: at % 5 === 0 ? null : 'order_shipped',
  status: at % 5 === 0 ? null : [delivered, read, failed][at % 3],
  providerMsgId: null,
  errorCode: at % 3 === 2 ? '131026' : null,
  errorText: at % 3 === 2 ? 'Not a WhatsApp number' : null,
  orderNo: 'MO26112600007',
  sentTime: `2026-01-05 09:${String(at % 60).padStart(2, '0')}:00`,
  deliveredTime: null,
  readTime: null,
});

export const pageOf = (records: readonly unknown[]) => ({
  records,
  total: records.length,
  size: 20,
  current: 1,
  pages: 1,
});

export const ORDER_PERMISSIONS = [
  ...['view', 'create', 'edit', 'delete', 'review', 'message-plain'].map((action) => `whatsapp/order:${action}`),
  ...['view', 'decide', 'export'].map((action) => `whatsapp/order-phone:${action}`),
  ...['view', 'sync'].map((action) => `whatsapp/template:${action}`),
  'agent/recharge:add',
];

/** A server with one order of WhatsApp; `more` replaces answers. @returns the requests made so far */
export const orderServer = (more: Parameters<typeof answer>[0] = {}, row: object = {}) =>
  answer({
    'auth/oauth/user-info': () => ({ messagePort: null, roles: [], userType: 2 }),
    'whatsapp/order/list': () => pageOf([orderRow(row)]),
    'whatsapp/order/counts': () => ({ states: [{ value: 3, count: 1 }] }),
    'whatsapp/order/detail': () => orderRow(row),
    'whatsapp/order/senders': () => ({
      senders: [
        {
          id: '10',
          name: 'Old line',
          protocol: 2,
          number: '+12125550101',
          quality: 3,
          restriction: 'restricted by WhatsApp',
          isTrial: false,
        },
        {
          id: '11',
          name: 'Shop line',
          protocol: 2,
          number: '+12125550102',
          quality: 1,
          restriction: null,
          isTrial: false,
        },
      ],
    }),
    'whatsapp/order/quota': () => ({
      dailyLimit: 10_000,
      usedToday: 8_200,
      remaining: 1_800,
      portfolioLimit: 10_000,
      portfolioUsed24h: 8_200,
      orderNeeds: null,
      perCountry: [],
      balanceAllows: 31_000,
      minOfAll: 1_800,
      resetAt: '2026-01-06 08:12:00',
    }),
    'whatsapp/template/choices': () => ({
      templates: ['order_shipped', 'payment_due'].map((templateCode, index) => ({
        id: String(21 + index),
        templateCode,
        language: 'en_US',
        category: 2 - index,
        status: 1,
        quality: 1 + index,
        statusTime: '2025-11-03 10:00:00',
        components: templateComponents,
      })),
    }),
    'whatsapp/template/detail': () => ({
      id: '21',
      templateCode: 'order_shipped',
      language: 'en_US',
      components: templateComponents,
    }),
    'compliance/consent/list': () =>
      pageOf([{ id: '31', consentNo: 'CN1', listSource: 1, validUntil: '2026-12-31', status: 2 }]),
    'whatsapp/order/summary': () => ({
      unpriced: [],
      lanes: [
        { countryCode: 'US', lines: 2, units: 2, unitPrice: '0.031500', total: '0.063000' },
        { countryCode: 'DE', lines: 1, units: 1, unitPrice: '0.055000', total: '0.055000' },
      ],
      total: '0.118000',
      isOnSubmit: false,
      currency: 'USD',
      balance: '120.500000',
      enough: true,
      estimatedSeconds: 300,
      needsReview: false,
      problem: null,
      markets: [{ countryCode: 'SY', lines: 30, reason: 'unserved' }],
      problems: [{ lineNo: 3, number: '+12125550125', reason: 1, detail: 'Body {{1}} has no value' }],
      reasons: [{ reason: 1, lines: 1 }],
      samples: [
        { lineNo: 1, number: '+12125550123', params: { 'header.1': 'A-1', 'body.1': 'Ada', 'body.2': 'A-1' } },
        { lineNo: 2, number: '+12125550124', params: { 'header.1': 'A-2', 'body.1': 'Bruno', 'body.2': 'A-2' } },
      ],
    }),
    'whatsapp/order/lanes': () => ({
      lanes: [{ countryCode: 'US', units: 12_180, unitPrice: '0.031500', charged: 4_800, returned: 200, refunded: 0 }],
      money: { held: '393.120000', charged: '151.200000', refunded: '6.300000' },
    }),
    'whatsapp/order/events': () => [
      { time: '2026-01-05 09:30:00', userName: null, event: 'start', reason: null },
      { time: '2026-01-05 09:25:00', userName: 'Ada Chen', event: 'queue', reason: null },
    ],
    'whatsapp/order/message-history/list': ({ query }) => {
      const before = Number(query.get('before') ?? 121);
      return pageOf(Array.from({ length: Math.min(50, before - 1) }, (_, index) => messageRow(before - 1 - index)));
    },
    'whatsapp/order-phone/counts': () => ({
      states: [
        { value: delivered, count: 2_800 },
        { value: read, count: 2_000 },
        { value: failed, count: 150 },
        { value: submitted, count: 1_000 },
      ],
    }),
    'whatsapp/order-phone/list': ({ query }) => {
      const states = query.get('lineStatus_in')?.split(',');
      const rows = Array.from({ length: 20 }, (_, index) => recipientRow(index + 1));
      return pageOf(rows.filter((one) => !states || states.includes(String(one.lineStatus))));
    },
    'whatsapp/order-phone/effect': () => ({
      lines: 2,
      excluded: 1,
      before: [{ status: delivered, lines: 2 }],
      charged: '0',
      released: '0',
      refunded: '0.063000',
      held: '0',
      currency: 'USD',
    }),
    ...more,
  });
