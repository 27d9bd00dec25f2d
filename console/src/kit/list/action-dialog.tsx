import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { type CallOptions, newIdempotencyKey } from '../client/call.ts';
import { CallError, messageOf } from '../client/call-error.ts';
import { useFocusBack } from '../focus-back.ts';
import { type FormDraft, isTyped } from '../form/draft.ts';
import { FieldForm, showFieldErrors } from '../form/field-form.tsx';
import { initialValues, type Values, valuesToSend } from '../form/values.ts';
import { useText } from '../i18n.ts';
import { LeaveFooter } from '../parts/leave-footer.tsx';
import type { Row } from './types.ts';
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
  const [key, setKey] = useState(newIdempotencyKey);
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  useFocusBack();
  const [problem, setProblem] = useState<string | null>(null);
  const fields = typeof action.fields === 'function' ? action.fields(rows) : (action.fields ?? {});
  const question = typeof action.confirm === 'function' ? action.confirm(rows) : action.confirm;

  const submit = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit(valuesToSend(fields, form.getFieldsValue()), { idempotencyKey: key });
      onClose();
    } catch (error) {
      if (error instanceof CallError && error.failure === 'answer') {
        // A refusal was remembered under the key; what is sent next is a new attempt.
        setKey(newIdempotencyKey());
        if (showFieldErrors(form, fields, error)) return;
      }
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

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
          ? `${t(action.label)} · ${t({ zh: '{n} 条', en: '{n} rows' }, { n: rows.length })}`
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
      {problem && <Alert type="error" showIcon title={problem} className="kit-alert" />}
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
