import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Steps from 'antd/es/steps';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormDraftContext } from '../form/draft.ts';
import { FieldForm } from '../form/field-form.tsx';
import { type FormFrameProps, useFormAttempt } from '../form/use-form-attempt.ts';
import type { NamedFields, Values } from '../form/values.ts';
import { useText } from '../i18n.ts';
import { Problem } from './problem.tsx';
import { CancelButton, SidePanel } from './side-panel.tsx';

interface FormStepsProps<V extends Values>
  extends Pick<
    FormFrameProps<V>,
    'title' | 'initial' | 'submitText' | 'onSubmit' | 'invalidates' | 'keptAs' | 'onClose'
  > {
  readonly steps: readonly { readonly title: Text; readonly fields: NamedFields }[];
}

/** A form too long for one sight, in steps: each is checked before the next, all is sent by the last. Otherwise as a `FormPanel`. */
export function FormSteps<V extends Values = Values>({ steps, ...props }: FormStepsProps<V>) {
  const t = useText();
  const [at, setAt] = useState(0);
  const fields: NamedFields = Object.assign({}, ...steps.map((step) => step.fields));
  const { form, isBusy, problem, draft, send, close } = useFormAttempt({
    ...props,
    fields,
    // Shows the step of the refused field before its error.
    onRefused: (error) => {
      const wrong = steps.findIndex((step) => Object.keys(error.fields).some((name) => name in step.fields));
      if (wrong >= 0) flushSync(() => setAt(wrong));
    },
  });
  const isLast = at === steps.length - 1;
  return (
    <FormDraftContext value={draft}>
      <SidePanel
        title={props.title}
        onClose={close}
        isClosable={false}
        footer={
          <>
            <CancelButton />
            {at > 0 && (
              <Button disabled={isBusy} onClick={() => setAt(at - 1)}>
                {t({ zh: '上一步', en: 'Back' })}
              </Button>
            )}
            <Button type="primary" loading={isBusy} onClick={() => form.submit()}>
              {isLast ? props.submitText : t({ zh: '下一步', en: 'Next' })}
            </Button>
          </>
        }
      >
        <Steps
          className="kit-alert"
          size="small"
          current={at}
          items={steps.map(({ title }) => ({ title: t(title) }))}
        />
        <Problem text={problem} />
        <FieldForm
          form={form}
          fields={steps[at]?.fields ?? {}}
          initial={props.initial}
          isBusy={isBusy}
          onSubmit={() => {
            if (isLast) void send(props.onSubmit);
            else setAt(at + 1);
          }}
        />
      </SidePanel>
    </FormDraftContext>
  );
}
