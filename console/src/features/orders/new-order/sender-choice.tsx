import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { channelQuality } from '@trade-assistant/contract/message-dictionaries.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useEffect, useId } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { countryName } from '../../../kit/fields/country.tsx';
import { PhoneValue } from '../../../kit/fields/phone.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { type Translate, useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import type { OrderResource } from '../types.ts';

export type Sender = CallData<OrderResource, 'senders', 'in'>['senders'][number];

interface SenderChoiceProps {
  readonly resource: OrderResource;
  /** For staff: the agent whose order it is. */
  readonly agentId: string | null;
  readonly value: Sender | null;
  readonly onChange: (sender: Sender | null) => void;
}

/** One of the senders that the order may use; the first usable one at first. */
export function SenderChoice({ resource, agentId, value, onChange }: SenderChoiceProps) {
  const t = useText();
  const id = useId();
  const { data, error, refetch } = useCall(resource, 'senders', agentId === null ? {} : { agentId });
  const senders = data?.senders;
  const hint = hintOf(value?.isTrial ?? false, data ?? {}, t, useLocale());
  useEffect(() => {
    if (!senders || senders.some((one) => one.id === value?.id)) return;
    onChange(senders.find(({ restriction }) => restriction === null) ?? null);
  }, [senders, value, onChange]);
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (senders?.length === 0)
    return (
      <Alert
        type="warning"
        showIcon
        className="kit-alert"
        title={t({ zh: '暂无可用的发送方，请联系客服', en: 'No sender is available; please contact support' })}
      />
    );
  return (
    <Form.Item label={t({ zh: '发送方', en: 'Sender' })} htmlFor={id} {...(hint === '' ? {} : { extra: hint })}>
      <Select
        id={id}
        value={value?.id ?? null}
        loading={senders === undefined}
        onChange={(chosen) => onChange(senders?.find((one) => one.id === chosen) ?? null)}
        options={(senders ?? []).map((one) => ({
          value: one.id,
          disabled: one.restriction !== null,
          label: (
            <>
              {one.name} {one.number && <PhoneValue number={one.number} />}{' '}
              {one.restriction ? (
                <span className="kit-weak">{one.restriction}</span>
              ) : (
                one.quality !== channelQuality.is.unknown && (
                  <DictValue dictionary={channelQuality} value={one.quality} />
                )
              )}
            </>
          ),
        }))}
      />
    </Form.Item>
  );
}

/** Returns the limits of an order before its list is read: a trial channel, and countries to which the channel delivers nothing or no marketing. */
function hintOf(
  isTrial: boolean,
  { withoutMarketing = [], unserved = [] }: Partial<CallData<OrderResource, 'senders', 'in'>>,
  t: Translate,
  locale: Locale,
): string {
  const names = (codes: readonly string[]) => ({
    countries: codes.map((code) => countryName(code, locale)).join(locale === 'zh' ? '、' : ', '),
  });
  return [
    isTrial ? t({ zh: '体验通道：不会真正发送', en: 'Trial channel: nothing is really sent' }) : '',
    withoutMarketing.length > 0
      ? t(
          { zh: '不送达营销消息的国家：{countries}', en: 'No marketing messages to: {countries}' },
          names(withoutMarketing),
        )
      : '',
    unserved.length > 0
      ? t({ zh: '不提供服务的国家：{countries}', en: 'No messages to: {countries}' }, names(unserved))
      : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
