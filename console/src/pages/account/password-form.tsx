import { user } from '@trade-assistant/contract/areas/system/user.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Password from 'antd/es/input/Password';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { translate, useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { useKeptPlace } from '../../kit/persisted-state.ts';
import { digestOf } from '../login/digest.ts';
import styles from './info.module.css';
import { type Strength, strengthOf } from './strength.ts';
import { infoWords } from './words.ts';

interface Values {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPassword1: string;
}

const MAX_LENGTH = 128;
const levels = [infoWords.weak, infoWords.weak, infoWords.fair, infoWords.good, infoWords.strong] as const;

/** Changes the user's own password. Only digests of the passwords are sent. */
export function PasswordForm() {
  const t = useText();
  const account = useSession((session) => session.user?.account ?? '');
  const [form] = Form.useForm<Values>();
  const place = useKeptPlace();
  const { isBusy, problem, attempt } = useAttempt();
  const wanted = Form.useWatch('newPassword', form) as string | undefined;
  const filled = (label: string) => ({ required: true, message: t(infoWords.needed, { label }) });

  const note = (isTyped: boolean) => place.writeDraft('password', isTyped ? nothingToStore : undefined, !isTyped);
  // Values typed before a lock are lost, so no question about them is needed.
  const look = useEffectEvent(() => note(isFilled(form.getFieldsValue())));
  useEffect(() => look(), []);

  const save = ({ oldPassword, newPassword, newPassword1 }: Values) =>
    attempt(async () => {
      const [old, fresh, again] = await Promise.all(
        [oldPassword, newPassword, newPassword1].map((one) => digestOf(one)),
      );
      const input = { oldPassword: old, newPassword: fresh, newPassword1: again };
      const { endedSessions: n } = await call(user, 'update-password', input);
      form.resetFields();
      note(false);
      showSuccess(n > 0 ? translate(infoWords.passwordChangedEnded, { n }) : infoWords.passwordChanged);
      useSession.getState().setUser({ mustChangePassword: false });
      void invalidate('auth/session', 'auth/oauth');
    });

  return (
    <Form
      form={form}
      layout="vertical"
      disabled={isBusy}
      validateTrigger="onBlur"
      onValuesChange={(_changed, values) => note(isFilled(values))}
      onFinish={(v) => void save(v)}
    >
      <Problem text={problem} />
      {/* So that password managers know whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <Form.Item name="oldPassword" label={t(infoWords.oldPassword)} rules={[filled(t(infoWords.oldPassword))]}>
        <Password autoComplete="current-password" maxLength={MAX_LENGTH} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t(infoWords.newPassword)}
        extra={<Meter strength={wanted ? strengthOf(wanted) : undefined} />}
        rules={[
          filled(t(infoWords.newPassword)),
          ({ getFieldValue }) => ({
            validator: (_rule, value?: string) => {
              if (!value) return Promise.resolve();
              if (strengthOf(value) === 0) return Promise.reject(new Error(t(infoWords.passwordWeak)));
              return value === getFieldValue('oldPassword')
                ? Promise.reject(new Error(t(infoWords.passwordSame)))
                : Promise.resolve();
            },
          }),
        ]}
      >
        <Password autoComplete="new-password" maxLength={MAX_LENGTH} />
      </Form.Item>
      <Form.Item
        name="newPassword1"
        label={t(infoWords.confirmPassword)}
        dependencies={['newPassword']}
        rules={[
          filled(t(infoWords.confirmPassword)),
          ({ getFieldValue }) => ({
            validator: (_rule, value?: string) =>
              !value || value === getFieldValue('newPassword')
                ? Promise.resolve()
                : Promise.reject(new Error(t(infoWords.passwordsDiffer))),
          }),
        ]}
      >
        <Password autoComplete="new-password" maxLength={MAX_LENGTH} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t(infoWords.passwordChange)}
      </Button>
    </Form>
  );
}

/** Passwords are stored nowhere, but losing a typed one needs a confirmation. */
const nothingToStore = () => undefined;
const isFilled = (values: Partial<Values>): boolean => Object.values(values).some(Boolean);

/** Shows the rule while the field is empty, then the strength: by length and colour, and in words. */
function Meter({ strength }: { strength: Strength | undefined }) {
  const t = useText();
  const on = strength === undefined ? 0 : Math.max(1, strength);
  return (
    <>
      <div className={styles.meter} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= on ? on : 0} />
        ))}
      </div>
      <span aria-live="polite">
        {strength === undefined || strength === 0
          ? t(infoWords.passwordHint)
          : t(infoWords.strength, { level: t(levels[strength]) })}
      </span>
    </>
  );
}
