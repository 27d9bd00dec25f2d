import { sms, smsState } from '@trade-assistant/contract/areas/resource/sms.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { call } from '../../../kit/client/call.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { TrialDialog } from '../../../kit/parts/trial-dialog.tsx';

/** Returns the initial lines of the form: a name for each `{name}` of the text. */
export const linesOf = (content: string | null): string =>
  [...new Set([...(content ?? '').matchAll(/\{([A-Za-z0-9_]{1,64})\}/g)].map(([, name]) => name))]
    .map((name) => `${name}=`)
    .join('\n');

/** Returns lines of `name=value` as the call's JSON; undefined if a line is neither that nor empty. */
export function valuesOf(lines: string): string | undefined {
  const written = lines.split('\n').filter((line) => line.trim() !== '');
  if (written.some((line) => line.indexOf('=') < 1)) return undefined;
  const pairs = written.map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return JSON.stringify(Object.fromEntries(pairs));
}

/** Sends a real message through a provider, and shows the provider's answer. */
export default function SendDialog({ row, onClose }: { row: WireRowOf<typeof sms>; onClose: () => void }) {
  const t = useText();
  const [form] = Form.useForm<{ phones: string; values?: string }>();
  const content = (start: () => void) => (
    <Form form={form} layout="vertical" onFinish={start}>
      <Form.Item
        name="phones"
        label={t({ zh: '手机号', en: 'Phones' })}
        extra={t({ zh: '带国家代码，多个用逗号分隔', en: 'With the country code; several separated by commas' })}
        rules={[{ required: true, whitespace: true, message: t({ zh: '请输入手机号', en: 'Enter a phone' }) }]}
      >
        <Input autoFocus inputMode="tel" placeholder="+12015550123" maxLength={1000} />
      </Form.Item>
      <Form.Item
        name="values"
        label={t({ zh: '参数', en: 'Parameters' })}
        extra={t({ zh: '每行一个，写作“名称=值”', en: 'One per line, as name=value' })}
        initialValue={linesOf(row.content)}
        rules={[
          {
            validator: (_rule, lines?: string) =>
              valuesOf(lines ?? '') === undefined
                ? Promise.reject(new Error(t({ zh: '每行应为“名称=值”', en: 'Each line should be name=value' })))
                : Promise.resolve(),
          },
        ]}
      >
        <TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4000} />
      </Form.Item>
    </Form>
  );
  return (
    <TrialDialog
      title={`${t({ zh: '测试发送', en: 'Test send' })} · ${row.smsCode}`}
      labels={[t({ zh: '发送', en: 'Send' }), t({ zh: '再次发送', en: 'Send again' })]}
      intro={t({
        zh: '会发出真实短信，由服务商计费，并计入发送记录。',
        en: 'Sends a real message: the provider charges for it, and it appears in the sent messages.',
      })}
      form={{ submit: form.submit, content }}
      run={(idempotencyKey) => {
        const { phones, values } = form.getFieldsValue();
        const params = valuesOf(values ?? '') ?? '{}';
        return call(sms, 'endpoint/send-message', { code: row.smsCode, phones, params }, { idempotencyKey });
      }}
      outcome={({ results }) => (
        <>
          <ul className="kit-counts">
            {results.map(({ phone, state, segments }) => (
              <li key={phone}>
                <span className="kit-number">{phone}</span> <DictValue dictionary={smsState} value={state} />
                {segments !== null && (
                  <span className="kit-weak">{t({ zh: `${segments} 条`, en: `segments: ${segments}` })}</span>
                )}
              </li>
            ))}
          </ul>
          {[...new Set(results.map((result) => result.problem))].map(
            (said) => said !== null && <Alert key={said} type="error" showIcon title={said} className="kit-alert" />,
          )}
        </>
      )}
      onClose={onClose}
    />
  );
}
