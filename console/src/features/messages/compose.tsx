import { messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { MESSAGE_MAX, message, RECIPIENTS_MAX } from '@trade-assistant/contract/areas/message/index.ts';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import Segmented from 'antd/es/segmented';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { useSession } from '../../kit/client/session.ts';
import { showError, showSuccess } from '../../kit/feedback.tsx';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { useCan } from '../../kit/permission.tsx';
import { readStored, writeStored } from '../../kit/storage.ts';
import { type Draft, draftNameOf, isDraft } from './draft.ts';
import { messagesChanged } from './mark-read.ts';
import { RecipientPicker, type SelectedRecipient } from './recipient-picker.tsx';

/** The parameter that carries the recipients of each type. */
const PARAMETER: Readonly<Record<number, 'userIds' | 'deptIds' | 'roleIds'>> = {
  1: 'userIds',
  2: 'deptIds',
  3: 'userIds',
  4: 'roleIds',
};
const { ordinary, department, approval, role } = messageType.entries;

/** A new message. Its text is kept as a draft until it is sent. */
export default function Compose({ onSent }: { onSent: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const canBroadcast = useCan('message:broadcast');
  const draftName = useSession(({ user }) => draftNameOf(user?.userId));
  const [form] = Form.useForm<Draft>();
  const [draft] = useState<Draft>(() => {
    const kept = readStored<unknown>(draftName);
    return isDraft(kept) ? kept : { type: ordinary.value };
  });
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { isBusy, problem, attempt } = useAttempt();
  const type = Form.useWatch('type', form) ?? draft.type;
  const types = canBroadcast ? [ordinary, department, approval, role] : [ordinary, approval];

  const send = ({ to = [], title = '', content = '', hasPage, ...rest }: Draft) =>
    attempt(async (idempotencyKey) => {
      const written = JSON.stringify(readStored(draftName));
      const input = {
        type: rest.type,
        title,
        content,
        [PARAMETER[rest.type] ?? 'userIds']: to.map(({ value }) => value).join(','),
        ...(hasPage ? { route: `${pathname}${search}` } : {}),
      };
      const { recipientCount } = await call(message, 'save', input, { idempotencyKey }).catch((error: unknown) => {
        // The draft is still there; its writer no longer sees why.
        if (!isShown.current) showError(error);
        throw error;
      });
      // The user may have reopened it and started the next message.
      if (JSON.stringify(readStored(draftName)) === written) writeStored(draftName, undefined);
      showSuccess({ zh: `已发送给 ${recipientCount} 人`, en: `Sent to ${recipientCount}` });
      await messagesChanged();
      if (isShown.current) onSent();
    });
  const needed = (zh: string, en: string) => [{ required: true, whitespace: true, message: t({ zh, en }) }];
  return (
    <Form<Draft>
      name="message"
      form={form}
      layout="vertical"
      initialValues={draft}
      disabled={isBusy}
      validateTrigger="onBlur"
      onValuesChange={(changed: Partial<Draft>, all) => {
        // Recipients of one type do not apply to another.
        const isSwitched = changed.type !== undefined && PARAMETER[changed.type] !== PARAMETER[type];
        if (isSwitched) form.setFieldValue('to', []);
        writeStored(draftName, isSwitched ? { ...all, to: [] } : all);
      }}
      onFinish={(values) => void send(values)}
    >
      <Problem text={problem} />
      <Form.Item name="type" label={t({ zh: '类型', en: 'Type' })}>
        <Segmented options={types.map((entry) => ({ value: entry.value, label: entry[locale] }))} />
      </Form.Item>
      <Form.Item
        name="to"
        label={t({ zh: '收件人', en: 'To' })}
        required
        rules={[
          {
            validator: (_rule, to: readonly SelectedRecipient[] | undefined) =>
              to && to.length > 0
                ? to.length <= RECIPIENTS_MAX
                  ? Promise.resolve()
                  : Promise.reject(new Error(t({ zh: '最多选择 {n} 个', en: 'At most {n}' }, { n: RECIPIENTS_MAX })))
                : Promise.reject(new Error(t({ zh: '请选择收件人', en: 'Choose who gets the message' }))),
          },
        ]}
      >
        <RecipientPicker key={PARAMETER[type]} kind={PARAMETER[type] ?? 'userIds'} />
      </Form.Item>
      <Form.Item name="title" label={t({ zh: '标题', en: 'Title' })} rules={needed('请输入标题', 'Enter a title')}>
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="content"
        label={t({ zh: '内容', en: 'Content' })}
        rules={needed('请输入内容', 'Write the message')}
      >
        <TextArea autoSize={{ minRows: 6, maxRows: 16 }} maxLength={MESSAGE_MAX} showCount />
      </Form.Item>
      <Form.Item name="hasPage" valuePropName="checked">
        <Checkbox>{t({ zh: '附上我正在看的页面', en: 'Attach the current page' })}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t({ zh: '发送', en: 'Send' })}
      </Button>
    </Form>
  );
}
