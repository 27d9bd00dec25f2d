import { SMS_TEXT_MAX, smsTask } from '@trade-assistant/contract/areas/sms/sms-task.ts';
import { smsType } from '@trade-assistant/contract/message-dictionaries.ts';
import { smsVariables, withValues } from '@trade-assistant/contract/sms-text.ts';
import type { TemplateParameter } from '@trade-assistant/contract/template.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Segmented from 'antd/es/segmented';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Content, ContentProps } from '../../../features/orders/types.ts';
import { SmsComposer } from '../../../features/sms-composer/sms-composer.tsx';
import { SmsPreview } from '../../../features/sms-composer/sms-preview.tsx';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';

const { marketing } = smsType.is;
/** The variable that becomes the short link of each recipient. */
const LINK = 'link';
/** A link as long as real ones, for counting and preview. */
const SAMPLE_LINK = 'https://example.com/s/AbCdEfGh';
const PAGE = /^https:\/\/\S+\.\S+/;

/** Returns the values that the text of a task needs, in its order. */
const parametersIn = (text: string): TemplateParameter[] =>
  smsVariables(text)
    .filter((name) => name !== LINK)
    .map((name) => ({ key: name, part: 'text', name, kind: 'text', sample: null }));

/** The kind and the text of a task, with the rules that it breaks while it is written. */
export default function SmsContent({ senderId, columns, samples, onChange }: ContentProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const [type, setType] = useState<number>(smsType.is.notice);
  const [text, setText] = useState('');
  const [link, setLink] = useState('');
  const written = text.trim();
  const hasLink = smsVariables(text).includes(LINK);
  const isLinkRight = !hasLink || PAGE.test(link);
  const checked = useDeferredValue(written);
  const { data } = useCall(
    smsTask,
    'check-text',
    { content: checked, smsType: type, senderId },
    { enabled: checked !== '', keepPrevious: true },
  );
  const shown = samples.map((values) => ({ ...values, [LINK]: SAMPLE_LINK }));
  const content = (): Content | null =>
    written === '' || !isLinkRight
      ? null
      : {
          input: { smsType: type, content: written, ...(hasLink ? { link } : {}) },
          parameters: parametersIn(written),
          preview: (values) => <SmsPreview text={withValues(written, { [LINK]: SAMPLE_LINK, ...values })} />,
        };
  const report = useEffectEvent(() => onChange(content()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them changes the message
  useEffect(() => report(), [type, text, link, locale]);
  return (
    <>
      <Form.Item label={t({ zh: '短信类型', en: 'Kind' })}>
        <Segmented<number>
          value={type}
          onChange={setType}
          options={Object.values(smsType.entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
        />
      </Form.Item>
      <Form.Item
        label={t({ zh: '短信内容', en: 'Text' })}
        required
        htmlFor={`${id}-text`}
        extra={t({
          zh: '{名称} 为每个收件人的变量，{link} 为其短链',
          en: '{name} is a value of each recipient, {link} their short link',
        })}
      >
        <SmsComposer
          id={`${id}-text`}
          value={text}
          onChange={(next) => setText((next ?? '').slice(0, SMS_TEXT_MAX))}
          variables={[...columns.filter((name) => /^\w{1,64}$/.test(name)), LINK]}
          samples={shown}
          missingOptOut={type === marketing ? data?.optOut : null}
          hasPreview={false}
        />
      </Form.Item>
      {data && data.problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={
            <ul className="kit-flush">
              {data.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          }
        />
      )}
      {hasLink && (
        <Form.Item
          label={t({ zh: '短链打开的页面', en: 'Page that short links open' })}
          required
          htmlFor={`${id}-link`}
          validateStatus={link !== '' && !isLinkRight ? 'error' : ''}
          help={
            link !== '' && !isLinkRight
              ? t({ zh: '应为 https 网址', en: 'should be an address with https' })
              : t({
                  zh: '每个收件人一个短链，可统计打开数',
                  en: 'Each recipient gets a unique link; clicks are counted',
                })
          }
        >
          <Input
            id={`${id}-link`}
            type="url"
            value={link}
            maxLength={2000}
            placeholder="https://"
            onChange={({ target }) => setLink(target.value.trim())}
          />
        </Form.Item>
      )}
    </>
  );
}
