import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useFocusBack } from '../focus-back.ts';
import { FormDraftContext, isTyped } from '../form/draft.ts';
import { FormContent } from '../form/form-content.tsx';
import { type FormFrameProps, useFormAttempt } from '../form/use-form-attempt.ts';
import type { Values } from '../form/values.ts';
import { useText } from '../i18n.ts';
import { LeaveFooter } from './leave-footer.tsx';

interface FormDialogProps<V extends Values> extends FormFrameProps<V> {
  /** In pixels. */
  readonly width?: number;
}

/** A few questions in the middle of the screen, otherwise as a `FormPanel`. */
export function FormDialog<V extends Values = Values>(props: FormDialogProps<V>) {
  const t = useText();
  const { title, width, submitText, isDangerous = false, isDisabled = false } = props;
  const attempt = useFormAttempt(props);
  const { form, isBusy, draft, close } = attempt;
  const [isLeaving, setLeaving] = useState(false);
  useFocusBack();
  const leave = () => {
    // A second Esc takes back the first.
    if (isTyped(draft)) setLeaving(!isLeaving);
    else close();
  };
  return (
    <FormDraftContext value={draft}>
      <Modal
        open
        centered
        title={title}
        {...(width === undefined ? {} : { width })}
        okText={submitText}
        cancelText={t({ zh: '取消', en: 'Cancel' })}
        okButtonProps={{ danger: isDangerous, disabled: isDisabled, loading: isBusy }}
        mask={{ closable: false }}
        onCancel={leave}
        {...(isLeaving && isTyped(draft)
          ? { footer: <LeaveFooter onDiscard={close} onStay={() => setLeaving(false)} /> }
          : {})}
        onOk={() => form.submit()}
      >
        <FormContent props={props} attempt={attempt} />
      </Modal>
    </FormDraftContext>
  );
}
