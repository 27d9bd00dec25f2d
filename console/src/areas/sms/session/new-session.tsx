import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { sessionTask } from '@trade-assistant/contract/areas/sms/session-task.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { FormDialog } from '../../../kit/parts/form-dialog.tsx';

interface NewSessionProps {
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** Begins a session with a number: the opening text of the chosen task is sent to it. */
export default function NewSession({ onOpen, onClose }: NewSessionProps) {
  const t = useText();
  const locale = useLocale();
  const { data } = useCall(sessionTask, 'select', {});
  const tasks = (data ?? []).map(({ value, label, labelEn }) => ({ value, label: locale === 'en' ? labelEn : label }));
  const required = t({ zh: '请填写', en: 'Required' });
  return (
    <FormDialog<{ taskId: string; number: string }>
      title={t({ zh: '新会话', en: 'New session' })}
      submitText={t({ zh: '发送开场白', en: 'Send the opening text' })}
      invalidates={[smsSession]}
      onClose={onClose}
      content={
        <>
          <Form.Item
            name="taskId"
            label={t({ zh: '会话任务', en: 'Session task' })}
            extra={t({
              zh: '发送该任务的开场白；需有有效的来源声明',
              en: 'Its opening text is sent; a valid declaration of source is needed',
            })}
            rules={[{ required: true, message: required }]}
          >
            <Select options={tasks} />
          </Form.Item>
          <Form.Item
            name="number"
            label={t({ zh: '号码', en: 'Number' })}
            rules={[{ required: true, message: required }]}
          >
            <Input inputMode="tel" maxLength={24} placeholder="+12025550123" />
          </Form.Item>
        </>
      }
      onSubmit={async (values, idempotencyKey) => {
        const { id } = await call(smsSession, 'begin', values, { idempotencyKey });
        showSuccess({ zh: '会话已发起', en: 'Session begun' });
        onOpen(id);
      }}
    />
  );
}
