import type { CallOptions } from '../../client/call.ts';
import { initialValues, type Values } from '../../form/values.ts';
import { useText } from '../../i18n.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Action, Row } from '../types.ts';

interface ActionDialogProps {
  readonly action: Action;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onSubmit: (values: Values, options: CallOptions) => Promise<void>;
}

/** Asks what an action needs to know. Sending twice from the same dialog is one action to the server. */
export default function ActionDialog({ action, rows, onClose, onSubmit }: ActionDialogProps) {
  const t = useText();
  const fields = typeof action.fields === 'function' ? action.fields(rows) : (action.fields ?? {});
  const question = typeof action.confirm === 'function' ? action.confirm(rows) : action.confirm;
  return (
    <FormDialog
      title={
        rows.length > 1
          ? `${t(action.label)} · ${t({ zh: '{n} 条', en: '{n} {n|row|rows}' }, { n: rows.length })}`
          : t(action.label)
      }
      submitText={t(action.label)}
      isDangerous={action.isDangerous ?? false}
      fields={fields}
      initial={{ ...initialValues(fields), ...action.initial?.(rows) }}
      before={question && <p>{t(question)}</p>}
      onSubmit={(values, idempotencyKey) => onSubmit(values, { idempotencyKey })}
      onClose={onClose}
    />
  );
}
