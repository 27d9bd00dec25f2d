import { consent } from '@trade-assistant/contract/areas/compliance/consent.ts';
import { consentStatus, listSource } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useEffect, useId } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { useLocale, useText } from '../../kit/i18n.ts';

interface ConsentChoiceProps {
  /** Whose declarations; null: all that the reader sees. */
  readonly ownerId?: string | null;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

const MOST = 50;

/** The declaration of source that covers a list: one of the reader's valid ones, the newest at first. */
export function ConsentChoice({ ownerId = null, value, onChange }: ConsentChoiceProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const { data } = useCall(consent, 'list', {
    ...{ status: consentStatus.is.valid, size: MOST, descs: 'createTime' },
    ...(ownerId === null ? {} : { ownerId }),
  });
  const rows = data?.records;
  const newest = rows?.[0]?.id;
  useEffect(() => {
    if (value === null && newest !== undefined) onChange(newest);
  }, [value, newest, onChange]);
  if (rows?.length === 0)
    return (
      <Alert
        type="warning"
        showIcon
        className="kit-alert"
        title={t({
          zh: '请先提交名单来源声明，审核通过后即可使用',
          en: 'Declare the source of your lists first; it can be used once it is approved',
        })}
        action={<Link to="/compliance/consent/index">{t({ zh: '去声明', en: 'Declare' })}</Link>}
      />
    );
  return (
    <Form.Item label={t({ zh: '名单来源声明', en: 'Declaration of source' })} htmlFor={id}>
      <Select
        id={id}
        value={value}
        onChange={onChange}
        loading={rows === undefined}
        options={(rows ?? []).map((row) => ({
          value: row.id,
          label: `${row.consentNo} · ${entryOf(listSource, row.listSource)?.[locale]} · ${t({ zh: '至', en: 'until' })} ${row.validUntil ?? ''}`,
        }))}
      />
    </Form.Item>
  );
}
