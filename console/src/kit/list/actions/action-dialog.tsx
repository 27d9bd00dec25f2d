import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { CallOptions } from '../../client/call.ts';
import { initialValues, type Values } from '../../form/values.ts';
import { useText } from '../../i18n.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Action, Row } from '../types.ts';

interface ActionDialogProps {
  readonly resource: Resource;
  readonly action: Action;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onSubmit: (values: Values, options: CallOptions) => Promise<void>;
}

/** Asks for the inputs of an action. Sending twice from one dialog is one action for the server. */
export default function ActionDialog({ resource, action, rows, onClose, onSubmit }: ActionDialogProps) {
  const t = useText();
  const fields = typeof action.fields === 'function' ? action.fields(rows) : (action.fields ?? {});
  const { nameField } = resource;
  const [only] = rows;
  // For one row the title contains its name, because the dialog hides the row.
  const about =
    rows.length > 1
      ? t({ zh: '{n} 条', en: '{n} {n|row|rows}' }, { n: rows.length })
      : only && nameField
        ? t(nameOf(nameField, only))
        : '';
  const question = typeof action.confirm === 'function' ? action.confirm(rows) : action.confirm;
  return (
    <FormDialog
      title={[t(action.label), about].filter(Boolean).join(' · ')}
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
