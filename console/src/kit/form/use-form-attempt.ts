import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import Form, { type FormInstance } from 'antd/es/form';
import { type ReactNode, useContext, useMemo } from 'react';
import type { CallError } from '../client/call-error.ts';
import { invalidate } from '../client/query.ts';
import { type KeptPlace, useKeptPlace } from '../persisted-state.ts';
import { type FormDraft, FormDraftContext, formDraft } from './draft.ts';
import { showFieldErrors } from './field-form.tsx';
import { type FormUploads, useUploadsOfForm } from './form-uploads.ts';
import { useAttempt } from './use-attempt.ts';
import { type NamedFields, type Values, valuesToSend } from './values.ts';

/** Sends the form. `STAY_OPEN` keeps it open, for a trial or one step of several. */
export type Submit<V = Values> = (values: V, idempotencyKey: string) => Promise<unknown>;
export const STAY_OPEN = 'stay open' as const;

/** Props shared by the form panel and the form dialog. */
export interface FormFrameProps<V extends Values = Values> {
  readonly title: ReactNode;
  /** Fields of the contract; without them `content` has the screen's own form items. */
  readonly fields?: NamedFields;
  /** Form items instead of `fields`. Their values are given to `onSubmit` as they are. */
  readonly content?: ReactNode;
  readonly initial?: Values | undefined;
  /** Given by a screen that watches or sets the form's values. */
  readonly form?: FormInstance | undefined;
  /** On the button that sends. */
  readonly submitText: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Sends the values, trimmed and without empty ones. A refusal is shown at its fields, or above the form. */
  readonly onSubmit: Submit<V>;
  readonly onChange?: ((changed: Values) => void) | undefined;
  /** Resources whose rows change. */
  readonly invalidates?: readonly (Resource | ResourceName)[];
  readonly sentenceOf?: ((error: unknown) => string) | undefined;
  /** Name of the draft and the edited object; by default the surrounding draft, if any. */
  readonly keptAs?: { readonly name: string; readonly subject: string } | undefined;
  readonly onClose: () => void;
  /** Above the fields. */
  readonly before?: ReactNode;
  /** Below the fields. */
  readonly children?: ReactNode;
}

interface FormAttempt {
  readonly form: FormInstance;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Sends the form's values when they are valid. */
  readonly send: (submit: Submit<never>) => Promise<void>;
  readonly draft: FormDraft | null;
  /** Files that are uploaded before the form is sent. */
  readonly uploads: FormUploads;
  /** Closes the form and forgets its draft. */
  readonly close: () => void;
}

/** Sends a form: one submission at a time, under one key, errors at their fields; then lists refetch and it closes. */
export function useFormAttempt<V extends Values>({
  fields,
  form: given,
  invalidates = [],
  sentenceOf,
  keptAs,
  onClose,
  onRefused,
}: FormFrameProps<V> & { readonly onRefused?: (error: CallError) => void }): FormAttempt {
  const [form] = Form.useForm(given);
  const draft = useOwnDraft(keptAs);
  const uploads = useUploadsOfForm();
  const { isBusy, problem, attempt } = useAttempt({
    ...(draft ? { draft } : {}),
    ...(sentenceOf ? { sentenceOf } : {}),
    onRefused: (error) => {
      if (!fields) return false;
      onRefused?.(error);
      return showFieldErrors(form, fields, error);
    },
  });
  const close = () => {
    if (keptAs) draft?.forget();
    onClose();
  };
  const send = (submit: Submit<never>) =>
    attempt(async (key) => {
      // A failed upload shows its error at its field.
      if (!(await uploads.settled())) return;
      // Also of fields on a step before, which are not drawn any more.
      const typed = fields ? form.getFieldsValue(true) : form.getFieldsValue();
      if ((await submit((fields ? valuesToSend(fields, typed) : typed) as never, key)) === STAY_OPEN) return;
      void invalidate(...invalidates);
      close();
    });
  return { form, isBusy, problem, send, draft, uploads, close };
}

function useOwnDraft(keptAs: FormFrameProps['keptAs']): FormDraft | null {
  const around = useContext(FormDraftContext);
  const place: KeptPlace = useKeptPlace();
  const [name, subject] = [keptAs?.name, keptAs?.subject];
  return useMemo(
    () => (name === undefined || subject === undefined ? around : formDraft(place, name, subject)),
    [around, place, name, subject],
  );
}
