import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { telegramOrderType } from '@trade-assistant/contract/message-dictionaries.ts';
import { isBlank, type TemplateParameter, textVariables } from '@trade-assistant/contract/template.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import InputNumber from 'antd/es/input-number';
import Segmented from 'antd/es/segmented';
import Select from 'antd/es/select';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { Content, ContentProps } from '../../../features/orders/types.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { MessagePreview } from './message-preview.tsx';

const { code, notice } = telegramOrderType.is;
const TEXT_MAX = 4096;
const USER_NAME = /^[A-Za-z][A-Za-z0-9_]{4,31}$/;
/** Codes are random digits, unless the list has its own ones. */
const RANDOM = -1;

/** Returns the values that a notice needs, in the order of its text. */
export const parametersIn = (text: string): TemplateParameter[] =>
  textVariables(text).map((name) => ({
    key: name,
    part: 'body',
    name,
    kind: 'text',
    sample: null,
  }));

/** A verification code of the Gateway, or the notice of a bot: the sender decides, the trial channel sends either. */
export default function MessageChoice({ protocol, columns, onChange }: ContentProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const isTrial = protocol === providerProtocol.is.trial;
  const [type, setType] = useState<number>(protocol === providerProtocol.is.telegramBot ? notice : code);
  const [codeColumn, setCodeColumn] = useState(RANDOM);
  const [codeLength, setCodeLength] = useState(6);
  const [ttl, setTtl] = useState(300);
  const [senderUsername, setSenderUsername] = useState('');
  const [text, setText] = useState('');
  const isNameRight = senderUsername === '' || USER_NAME.test(senderUsername);
  const content = (): Content | null => {
    if (type === notice) {
      if (isBlank(text)) return null;
      return {
        input: { orderType: notice, text: text.trim() },
        parameters: parametersIn(text),
        preview: (values) => <MessagePreview text={text} values={values} />,
      };
    }
    if (!isNameRight) return null;
    return {
      input: {
        orderType: code,
        ttl,
        ...(codeColumn === RANDOM ? { codeLength } : { codeColumn }),
        ...(senderUsername === '' ? {} : { senderUsername }),
      },
      parameters: [],
      preview: () => <MessagePreview text={t({ zh: '您的验证码：••••••', en: 'Your verification code: ••••••' })} />,
    };
  };
  const report = useEffectEvent(() => onChange(content()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them changes the message
  useEffect(() => report(), [type, codeColumn, codeLength, ttl, senderUsername, text, locale]);
  return (
    <>
      {isTrial && (
        <Form.Item label={t({ zh: '类型', en: 'Kind' })}>
          <Segmented<number>
            value={type}
            onChange={setType}
            options={Object.values(telegramOrderType.entries).map((entry) => ({
              value: entry.value,
              label: entry[locale],
            }))}
          />
        </Form.Item>
      )}
      {type === notice ? (
        <Form.Item
          label={t({ zh: '通知内容', en: 'Text' })}
          required
          htmlFor={`${id}-text`}
          extra={t({
            zh: '{{名称}} 为每个收件人的参数；只发给启动过机器人的用户',
            en: '{{name}} is a value of each recipient; sent only to users who started the bot',
          })}
        >
          <TextArea
            id={`${id}-text`}
            value={text}
            maxLength={TEXT_MAX}
            showCount
            autoSize={{ minRows: 4, maxRows: 12 }}
            onChange={({ target }) => setText(target.value)}
          />
        </Form.Item>
      ) : (
        <>
          <Form.Item label={t({ zh: '验证码', en: 'Code' })} htmlFor={`${id}-code`}>
            <Select<number>
              id={`${id}-code`}
              value={codeColumn}
              onChange={setCodeColumn}
              options={[
                { value: RANDOM, label: t({ zh: '系统随机生成', en: 'Random digits' }) },
                ...columns.map((name, index) => ({
                  value: index,
                  label: t(
                    { zh: '名单中的列：{name}', en: 'Column of the list: {name}' },
                    { name: name || String(index + 1) },
                  ),
                })),
              ]}
            />
          </Form.Item>
          {codeColumn === RANDOM && (
            <Form.Item label={t({ zh: '位数', en: 'Digits' })} htmlFor={`${id}-length`}>
              <InputNumber
                id={`${id}-length`}
                className="kit-fill"
                min={4}
                max={8}
                precision={0}
                value={codeLength}
                onChange={(length) => setCodeLength(length ?? 6)}
              />
            </Form.Item>
          )}
          <Form.Item
            label={t({ zh: '送达时限（秒）', en: 'Seconds until delivery' })}
            htmlFor={`${id}-ttl`}
            extra={t({ zh: '30–3600；超时未送达自动退款', en: '30–3600; codes not delivered in time are refunded' })}
          >
            <InputNumber
              id={`${id}-ttl`}
              className="kit-fill"
              min={30}
              max={3600}
              precision={0}
              value={ttl}
              onChange={(seconds) => setTtl(seconds ?? 300)}
            />
          </Form.Item>
          <Form.Item
            label={t({ zh: '显示的频道', en: 'Channel shown as sender' })}
            htmlFor={`${id}-name`}
            {...(isNameRight
              ? {}
              : {
                  validateStatus: 'error' as const,
                  help: t({
                    zh: '5–32 个字母、数字或下划线，以字母开头',
                    en: '5–32 letters, digits or underscores, a letter first',
                  }),
                })}
          >
            <Input
              id={`${id}-name`}
              value={senderUsername}
              maxLength={32}
              placeholder={t({ zh: '可不填', en: 'Optional' })}
              onChange={({ target }) => setSenderUsername(target.value.trim().replace(/^@/, ''))}
            />
          </Form.Item>
        </>
      )}
    </>
  );
}
