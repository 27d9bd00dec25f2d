import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { useState } from 'react';
import { SmsComposer } from '../../features/sms-composer/sms-composer.tsx';
import { useText } from '../../kit/i18n.ts';
import { Conversation, type ConversationMessage } from '../../kit/messages/conversation.tsx';
import { TemplatePreview } from '../../kit/messages/template-preview.tsx';
import { Funnel } from '../../kit/parts/funnel.tsx';
import { Stepper } from '../../kit/parts/stepper.tsx';
import { Sample } from './sample.tsx';

const { submitted, delivered, read, failed } = lineStatus.is;

const texts = [
  'Good morning! Is order *A-2201* on its way?',
  'Yes, it left our warehouse _this morning_.',
  'شكراً جزيلاً، متى يصل؟',
  'غداً قبل الساعة 18:00',
  '收到，谢谢！',
];
const states = [read, delivered, submitted, failed];

const messageAt = (at: number): ConversationMessage => {
  const isOutgoing = at % 2 === 1;
  const status = isOutgoing ? (states[(at >> 1) % states.length] ?? null) : null;
  return {
    id: String(at),
    isOutgoing,
    time: `2026-01-0${1 + Math.floor(at / 20)} 09:${String(at % 60).padStart(2, '0')}:00`,
    content: at % 7 === 5 ? null : (texts[at % texts.length] ?? ''),
    status,
    failure: status === failed ? '131026 · not a WhatsApp number' : null,
  };
};
const LAST = 60;
const PAGE = 20;

/** A conversation whose older messages come in pages, a template with the values of three lines, and the funnel of an order. */
export function MessageSample() {
  const t = useText();
  const [from, setFrom] = useState(LAST - PAGE);
  const [revealed, reveal] = useState<ReadonlySet<string>>(new Set());
  const messages = Array.from({ length: LAST - from }, (_, index) => messageAt(from + index));
  return (
    <Sample title={{ zh: '会话', en: 'Conversation' }}>
      <Conversation
        label={t({ zh: '会话', en: 'Conversation' })}
        messages={messages.map((one) => (revealed.has(one.id) ? { ...one, content: texts[0] ?? '' } : one))}
        hasOlder={from > 0}
        isLoadingOlder={false}
        onOlder={() => setFrom(Math.max(0, from - PAGE))}
        onRetry={() => undefined}
        empty={null}
        onReveal={(id) => reveal(new Set([...revealed, id]))}
      />
    </Sample>
  );
}

/** The text of an SMS with variables, costly characters and a price. */
export function SmsSample() {
  const t = useText();
  const [content, setContent] = useState<string | null>('“Fern” sale for {name}… 50% off!');
  return (
    <Sample title={{ zh: '短信编辑', en: 'SMS composer' }}>
      <SmsComposer
        aria-label={t({ zh: '短信内容', en: 'Text of the message' })}
        value={content}
        onChange={setContent}
        variables={['name', '1']}
        samples={[{ name: 'Ada' }, { name: 'Maximilian' }]}
        price="0.02"
        sender="FERNSHOP"
        missingOptOut={content?.includes('STOP') ? null : 'Reply STOP to opt out'}
      />
    </Sample>
  );
}

const components = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Hello *{{1}}*, your order {{2}} has _shipped_.\n~Three~ Two days to go.' },
  { type: 'FOOTER', text: 'Reply STOP to opt out' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Thanks' },
      { type: 'URL', text: 'Track it' },
    ],
  },
];
const rightToLeft = [
  { type: 'HEADER', format: 'TEXT', text: 'تم الشحن' },
  { type: 'BODY', text: 'مرحبا {{1}}، تم شحن طلبك *{{2}}*.' },
];
const lines = [
  { 'body.1': 'Ada', 'body.2': 'A-2201' },
  { 'body.1': 'Bruno' },
  { 'body.1': 'ليلى', 'body.2': 'A-2203' },
];

export function TemplateSample() {
  const t = useText();
  const [at, setAt] = useState(0);
  return (
    <Sample title={{ zh: '模板预览', en: 'Template preview' }}>
      <Stepper count={lines.length} index={at} onIndex={setAt}>
        {t({ zh: '第 {n} 行', en: 'Line {n}' }, { n: String(at + 1) })}
      </Stepper>
      <TemplatePreview components={components} language="en_US" values={lines[at]} />
      <TemplatePreview components={rightToLeft} language="ar" values={lines[at]} />
    </Sample>
  );
}

const nothing = () => undefined;

export const FunnelSample = () => (
  <Sample title={{ zh: '漏斗', en: 'Funnel' }}>
    <Funnel
      label={{ zh: '订单漏斗', en: 'Funnel of the order' }}
      steps={[
        { key: 'total', label: { zh: '总数', en: 'Total' }, count: 12_480, tone: 'off', onOpen: nothing },
        { key: 'allowed', label: { zh: '可发', en: 'Allowed' }, count: 12_016, of: 'total', onOpen: nothing },
        { key: 'delivered', label: { zh: '已送达', en: 'Delivered' }, count: 11_208, of: 'allowed', tone: 'good' },
        { key: 'replied', label: { zh: '回复', en: 'Replied' }, count: 0, of: 'delivered', tone: 'good' },
      ]}
    />
  </Sample>
);
