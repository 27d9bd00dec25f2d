import Modal from 'antd/es/modal';
import { useRef, useState } from 'react';
import { focusFirstField, useFocusBack } from '../focus-back.ts';
import { FormDraftContext, isTyped } from '../form/draft.ts';
import { FormContent } from '../form/form-content.tsx';
import { type FormFrameProps, useFormAttempt } from '../form/use-form-attempt.ts';
import type { Values } from '../form/values.ts';
import { useText } from '../i18n.ts';
import { useIsPhone } from '../use-media.ts';
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
  const isPhone = useIsPhone();
  const body = useRef<HTMLDivElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  useFocusBack();
  const leave = () => {
    // A second Esc cancels the question.
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
        afterOpenChange={(isOpen) => isOpen && !isPhone && focusFirstField(body.current)}
      >
        <div ref={body}>
          <FormContent props={props} attempt={attempt} />
        </div>
      </Modal>
    </FormDraftContext>
  );
}
