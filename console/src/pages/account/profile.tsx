import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { personalRules, phoneProblem, phoneProblems } from '@trade-assistant/contract/areas/system/user-fields.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { formDraft } from '../../kit/form/draft.ts';
import { problemOf } from '../../kit/form/rules.ts';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { useKeptPlace } from '../../kit/persisted-state.ts';
import { Avatar } from './avatar.tsx';
import styles from './info.module.css';
import { LoadState } from './load-state.tsx';
import { infoWords } from './words.ts';

type PersonalInfo = CallData<typeof user, 'info', 'in'>;
const names = ['realName', 'name', 'phone', 'email', 'serviceAddress'] as const;
type Values = Record<(typeof names)[number], string>;

/** The user's picture, name and contact data. */
export function Profile() {
  const info = useCall(user, 'info', {});
  if (!info.data) return <LoadState error={info.error} onRetry={() => void info.refetch()} />;
  // A row saved elsewhere meanwhile makes a new form; until then the typed values stay.
  return <ProfileForm info={info.data} />;
}

function ProfileForm({ info }: { info: PersonalInfo }) {
  const t = useText();
  const locale = useLocale();
  const [form] = Form.useForm<Values>();
  const place = useKeptPlace();
  const [draft] = useState(() => formDraft(place, 'profile', info.account));
  const { isBusy, problem, attempt } = useAttempt({
    onRefused: ({ fields }) => {
      const named = names.filter((name) => fields[name]);
      form.setFields(named.map((name) => ({ name, errors: [fields[name] ?? ''] })));
      return named.length > 0;
    },
  });

  const wrong = (name: keyof Values, value: string): string | undefined => {
    const given = value.trim();
    if (name === 'phone') {
      const found = given !== '' && given === info.phone ? undefined : phoneProblem(given);
      return found && t(phoneProblems[found]);
    }
    if (name === 'email' && !personalRules.email.safeParse(given).success) return t(infoWords.emailWrong);
    if (name === 'serviceAddress' && !personalRules.serviceAddress.safeParse(given).success)
      return t(infoWords.contactWrong);
    return problemOf(user.fields[name], given, locale);
  };

  const isCustomer = info.userType !== userType.is.staff;
  const save = (values: Values) =>
    attempt(async () => {
      await call(user, 'update-info', values);
      draft.forget();
      useSession.getState().setUser({ name: values.realName.trim() });
      await invalidate(user, 'auth/oauth');
      showSuccess(infoWords.saved);
    });

  return (
    <div className={styles.profile}>
      <Avatar link={info.avatar} name={info.realName || info.account} />
      <div className={styles.form}>
        <dl className={`kit-facts ${styles.facts}`}>
          <Fact label={t(infoWords.account)} value={info.account} />
          <Fact label={t(infoWords.role)} value={locale === 'en' ? info.roleNameEn : info.roleName} />
          <Fact
            label={t(infoWords.lastLogin)}
            value={info.lastLoginTime ? `${relativeTime(info.lastLoginTime, locale)} · ${info.lastLoginIp}` : ''}
          />
        </dl>
        <Problem text={problem} />
        <Form
          form={form}
          layout="vertical"
          disabled={isBusy}
          validateTrigger="onBlur"
          scrollToFirstError={{ focus: true }}
          initialValues={{ ...Object.fromEntries(names.map((name) => [name, info[name]])), ...draft.values() }}
          onValuesChange={(changed) => draft.merge(changed)}
          onFinish={(values) => void save(values)}
        >
          {names.map((name) => {
            const { label, help: usual, required }: Field['options'] = user.fields[name].options;
            const help = name === 'serviceAddress' && isCustomer ? infoWords.contactShown : usual;
            return (
              <Form.Item
                key={name}
                name={name}
                label={label[locale]}
                required={required === true || name === 'phone'}
                {...(help ? { extra: help[locale] } : {})}
                rules={[
                  {
                    validator: (_rule, value: string | undefined) => {
                      const found = wrong(name, value ?? '');
                      return found ? Promise.reject(new Error(found)) : Promise.resolve();
                    },
                  },
                ]}
              >
                <Input
                  maxLength={user.fields[name].max ?? 64}
                  autoComplete={autoComplete[name]}
                  inputMode={inputMode[name] ?? 'text'}
                />
              </Form.Item>
            );
          })}
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t(infoWords.save)}
          </Button>
        </Form>
      </div>
    </div>
  );
}

const autoComplete = {
  realName: 'name',
  name: 'nickname',
  phone: 'tel-national',
  email: 'email',
  serviceAddress: 'off',
};
const inputMode: Partial<Record<keyof Values, 'tel' | 'email'>> = { phone: 'tel', email: 'email' };

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value || '—'}</dd>
  </div>
);
