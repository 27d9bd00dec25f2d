import Form from 'antd/es/form';
import Password from 'antd/es/input/Password';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { showSuccess } from '../../kit/feedback.tsx';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { lockScreen, saveLockPassword } from './lock-screen.ts';
import { lockWords } from './words.ts';

interface Props {
  /** `first`: there is none yet, and the screen is locked once it is set. */
  readonly purpose: 'first' | 'change';
  readonly onClose: () => void;
}

interface Values {
  readonly current?: string;
  readonly password: string;
}

/** Asks for a lock password twice; to change one also for the one until now. */
export default function LockPasswordDialog({ purpose, onClose }: Props) {
  const t = useText();
  const [form] = Form.useForm<Values>();
  const [isOpen, setOpen] = useState(true);
  const { isBusy, problem, attempt } = useAttempt();
  const isChange = purpose === 'change';
  const filled = { required: true, whitespace: true, message: t(lockWords.needed) };

  const save = ({ password, current }: Values) =>
    attempt(async () => {
      await saveLockPassword(password, isChange ? current : undefined);
      setOpen(false);
      if (isChange) showSuccess(lockWords.changed);
      else await lockScreen();
    });

  return (
    <Modal
      open={isOpen}
      width={416}
      title={t(isChange ? lockWords.change : lockWords.setTitle)}
      okText={t(isChange ? { zh: '保存', en: 'Save' } : lockWords.setAndLock)}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p className="kit-weak">{t(lockWords.setHint)}</p>
      <Problem text={problem} />
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void save(values)}>
        {isChange && (
          <Form.Item name="current" label={t(lockWords.current)} rules={[filled]}>
            <Password autoFocus autoComplete="current-password" maxLength={128} onPressEnter={() => form.submit()} />
          </Form.Item>
        )}
        <Form.Item name="password" label={t(lockWords.fresh)} rules={[filled]}>
          <Password
            autoFocus={!isChange}
            autoComplete="new-password"
            maxLength={128}
            onPressEnter={() => form.submit()}
          />
        </Form.Item>
        <Form.Item
          name="again"
          label={t(lockWords.again)}
          dependencies={['password']}
          rules={[
            filled,
            {
              validator: (_rule, value?: string) =>
                !value || value === form.getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t(lockWords.different))),
            },
          ]}
        >
          <Password autoComplete="new-password" maxLength={128} onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
