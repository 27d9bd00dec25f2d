import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import type { CallOptions } from '../../client/call.ts';
import { useFocusBack } from '../../focus-back.ts';
import { type FormDraft, isTyped } from '../../form/draft.ts';
import { FieldForm, showFieldErrors } from '../../form/field-form.tsx';
import { useAttempt } from '../../form/use-attempt.ts';
import { initialValues, type Values, valuesToSend } from '../../form/values.ts';
import { useText } from '../../i18n.ts';
import { LeaveFooter } from '../../parts/leave-footer.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Row } from '../types.ts';
import type { Action } from './use-actions.tsx';

interface ActionDialogProps {
  readonly action: Action;
  readonly rows: readonly Row[];
  readonly draft: FormDraft;
  readonly onClose: () => void;
  readonly onSubmit: (values: Values, options: CallOptions) => Promise<void>;
}

/** Asks what an action needs to know. Sending twice from the same dialog is one action to the server. */
export default function ActionDialog({ action, rows, draft, onClose, onSubmit }: ActionDialogProps) {
  const t = useText();
  const [form] = Form.useForm();
  const [isLeaving, setLeaving] = useState(false);
  useFocusBack();
  const fields = typeof action.fields === 'function' ? action.fields(rows) : (action.fields ?? {});
  const question = typeof action.confirm === 'function' ? action.confirm(rows) : action.confirm;

  const { isBusy, problem, attempt } = useAttempt({ onRefused: (error) => showFieldErrors(form, fields, error) });
  const submit = () =>
    attempt(async (idempotencyKey) => {
      await onSubmit(valuesToSend(fields, form.getFieldsValue()), { idempotencyKey });
      onClose();
    });

  const leave = () => {
    // A second Esc takes back the first.
    if (isTyped(draft)) setLeaving(!isLeaving);
    else onClose();
  };
  return (
    <Modal
      open
      centered
      title={
        rows.length > 1
          ? `${t(action.label)} · ${t({ zh: '{n} 条', en: '{n} {n|row|rows}' }, { n: rows.length })}`
          : t(action.label)
      }
      okText={t(action.label)}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ danger: action.isDangerous ?? false, loading: isBusy }}
      mask={{ closable: false }}
      onCancel={leave}
      {...(isLeaving ? { footer: <LeaveFooter onDiscard={onClose} onStay={() => setLeaving(false)} /> } : {})}
      onOk={() => form.submit()}
    >
      {question && <p>{t(question)}</p>}
      <Problem text={problem} />
      <FieldForm
        form={form}
        fields={fields}
        initial={{ ...initialValues(fields), ...action.initial?.(rows) }}
        isBusy={isBusy}
        onSubmit={() => void submit()}
      />
    </Modal>
  );
}
