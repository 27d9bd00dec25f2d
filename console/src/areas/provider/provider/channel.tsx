import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { channelQuality } from '@trade-assistant/contract/message-dictionaries.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText, type FigureItem, Figures } from '../../../kit/parts/figures.tsx';

type Provider = WireRowOf<typeof provider>;

const { http, whatsapp, telegramBot } = providerProtocol.is;

/** The address to which a provider posts: results of checks, or webhooks of a channel. */
export function WebhookAddress({ row: { protocol, callbackOrigin, id } }: { row: Provider }) {
  if (!callbackOrigin && protocol !== whatsapp) return <Nothing />;
  const origin = callbackOrigin ?? globalThis.location.origin;
  return <Copyable text={`${origin}/api/${provider.name}/${protocol === http ? 'callback' : 'webhook'}?id=${id}`} />;
}

/** How the channel reaches us and how it rates a sender. */
export function Channel({ row }: { row: Provider }) {
  const t = useText();
  const isWhatsapp = row.protocol === whatsapp;
  return (
    <>
      {row.restriction && (
        <Alert
          type="error"
          showIcon
          title={t(
            { zh: '渠道限制了此发送方：{words}', en: 'Restricted by the channel: {words}' },
            { words: row.restriction },
          )}
        />
      )}
      <Figures items={[...(isWhatsapp ? ratings(row, t) : []), lastWebhook(row, t)]} />
      <section className="kit-group">
        <h2 className="kit-heading">{t({ zh: 'Webhook 地址', en: 'Webhook address' })}</h2>
        <p>
          <WebhookAddress row={row} />
        </p>
        <p className="kit-weak">{t(hintOf(row))}</p>
      </section>
      {row.protocol === telegramBot && <BotWebhook id={row.id} />}
    </>
  );
}

const hintOf = ({ protocol, callbackOrigin }: Provider) => {
  if (protocol === whatsapp) return ENTERED;
  if (!callbackOrigin) return MISSING;
  return protocol === telegramBot ? SET : SENT;
};

const MISSING = {
  zh: '请先编辑此服务商，填写回调地址。',
  en: 'Edit the provider and enter its callback address first.',
};
const ENTERED = {
  zh: '在 Meta 应用的 WhatsApp 配置中填写此地址和校验令牌，并订阅 messages、模板和账号的通知。',
  en: 'Enter it with the verify token under WhatsApp in the Meta app, and subscribe to messages, templates and the account.',
};
const SET = {
  zh: '由“登记 Webhook”提交给 Telegram。',
  en: '“Set webhook” submits it to Telegram.',
};
const SENT = {
  zh: '随每个验证码提交，无需登记。',
  en: 'It is submitted with each code; nothing has to be registered.',
};

type Translate = ReturnType<typeof useText>;

const ratings = ({ quality, portfolioLimit, portfolioCode }: Provider, t: Translate): FigureItem[] => [
  {
    label: { zh: '质量评级', en: 'Quality' },
    value: <DictValue dictionary={channelQuality} value={quality} />,
    note: t({ zh: '由 WhatsApp 评定', en: 'rated by WhatsApp' }),
  },
  {
    label: { zh: '24 小时收件人上限', en: 'Recipients in 24 hours' },
    value: portfolioLimit ? countText(portfolioLimit) : t({ zh: '不限', en: 'No limit' }),
    note: portfolioCode
      ? t({ zh: '业务组合 {code} 共用', en: 'shared by portfolio {code}' }, { code: portfolioCode })
      : t({ zh: '此号码单独计算', en: 'of this number alone' }),
  },
];

const lastWebhook = ({ webhookTime }: Provider, t: Translate): FigureItem => ({
  label: { zh: '最近 Webhook', en: 'Last webhook' },
  value: webhookTime ? <TimeValue wire={webhookTime} /> : t({ zh: '尚未收到', en: 'None yet' }),
});

const REFRESH_MILLIS = 15_000;

/** State of a bot's webhook at Telegram. */
function BotWebhook({ id }: { id: string }) {
  const t = useText();
  const { data, error } = useCall(
    provider,
    'bot-webhook-info',
    { id },
    { everyMillis: REFRESH_MILLIS, keepPrevious: true },
  );
  const problem = error ? messageOf(error) : data?.problem;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: 'Telegram 的 Webhook 状态', en: 'Webhook at Telegram' })}</h2>
      {problem ? (
        <Alert
          type="error"
          showIcon
          title={t({ zh: '无法查询：{problem}', en: 'Status unavailable: {problem}' }, { problem })}
        />
      ) : data ? (
        <>
          {!data.isOurs && (
            <Alert
              type="warning"
              showIcon
              title={
                data.address
                  ? t(
                      { zh: '已登记其他地址：{address}', en: 'Another address is set: {address}' },
                      { address: data.address },
                    )
                  : t({
                      zh: '尚未登记：收不到用户的消息和退订',
                      en: 'Not set: messages and opt-outs of users do not arrive',
                    })
              }
            />
          )}
          <Figures
            items={[
              { label: { zh: '待推送', en: 'Waiting updates' }, value: countText(data.pending) },
              {
                label: { zh: '最近推送错误', en: 'Last delivery error' },
                value: data.lastError ?? t({ zh: '无', en: 'None' }),
                note: data.lastErrorTime && <TimeValue wire={data.lastErrorTime} />,
              },
            ]}
          />
        </>
      ) : (
        <Skeleton active />
      )}
    </section>
  );
}
