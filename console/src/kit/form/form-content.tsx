import Form from 'antd/es/form';
import { Problem } from '../parts/problem.tsx';
import { FieldForm } from './field-form.tsx';
import { FormUploadsContext } from './form-uploads.ts';
import { SubmitOnEnter } from './submit-on-enter.tsx';
import type { FormFrameProps, useFormAttempt } from './use-form-attempt.ts';
import type { Values } from './values.ts';

/** The content of form panels and form dialogs: the refusal, the fields and the parts of the screen around them. */
export function FormContent<V extends Values>({
  props,
  attempt: { form, isBusy, problem, send, uploads },
}: {
  props: FormFrameProps<V>;
  attempt: ReturnType<typeof useFormAttempt>;
}) {
  const { fields, content, initial, before, children, onChange, onSubmit } = props;
  const submit = () => void send(onSubmit);
  return (
    <FormUploadsContext value={uploads}>
      <Problem text={problem} />
      {before}
      {fields ? (
        <FieldForm
          form={form}
          fields={fields}
          initial={initial}
          isBusy={isBusy}
          {...(onChange ? { onChange } : {})}
          onSubmit={submit}
        />
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          {...(initial ? { initialValues: initial } : {})}
          {...(onChange ? { onValuesChange: onChange } : {})}
          onFinish={submit}
        >
          {content}
          <SubmitOnEnter />
        </Form>
      )}
      {children}
    </FormUploadsContext>
  );
}
