import Button from 'antd/es/button';
import { type ReactNode, useRef } from 'react';
import { focusFirstField } from '../focus-back.ts';
import { FormDraftContext } from '../form/draft.ts';
import { FormContent } from '../form/form-content.tsx';
import { type FormFrameProps, type Submit, useFormAttempt } from '../form/use-form-attempt.ts';
import type { Values } from '../form/values.ts';
import { useIsPhone } from '../use-media.ts';
import { CancelButton, SidePanel } from './side-panel.tsx';

interface FormPanelProps<V extends Values> extends FormFrameProps<V> {
  /** In pixels; a phone gives it the whole width. */
  readonly width?: number;
  /** Further buttons after the submit button: `send` uses the form's values for another call. */
  readonly buttons?: (slot: {
    readonly isBusy: boolean;
    readonly send: (submit: Submit<V>) => Promise<void>;
  }) => ReactNode;
  /** Whether the submit button is the primary one; false when a further button is. */
  readonly isPrimary?: boolean;
}

/**
 * A form in a panel: checked by the contract, sent once under one key, errors shown at their fields. Its draft survives
 * a lock and a reload, and discarding it needs a confirmation. After success the lists refetch and it closes.
 */
export function FormPanel<V extends Values = Values>(props: FormPanelProps<V>) {
  const { title, width, submitText, isDangerous = false, isDisabled = false, isPrimary = true, buttons } = props;
  const attempt = useFormAttempt(props);
  const { form, isBusy, draft, send, close } = attempt;
  const isPhone = useIsPhone();
  const body = useRef<HTMLDivElement>(null);
  return (
    <FormDraftContext value={draft}>
      <SidePanel
        title={title}
        {...(width === undefined ? {} : { width })}
        onClose={close}
        isClosable={false}
        onOpened={() => !isPhone && focusFirstField(body.current)}
        footer={
          <>
            <CancelButton />
            <Button
              type={isPrimary ? 'primary' : 'default'}
              danger={isDangerous}
              disabled={isDisabled}
              loading={isBusy && isPrimary}
              onClick={() => form.submit()}
            >
              {submitText}
            </Button>
            {buttons?.({ isBusy, send })}
          </>
        }
      >
        <div ref={body}>
          <FormContent props={props} attempt={attempt} />
        </div>
      </SidePanel>
    </FormDraftContext>
  );
}
