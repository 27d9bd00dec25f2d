import { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';
import { FormDialog } from '../../../kit/parts/form-dialog.tsx';
import type { FlagChange, TaskRow } from './flags.ts';

interface FlagDialogProps {
  readonly row: TaskRow;
  readonly change: FlagChange;
  readonly onClose: () => void;
}

/** Asks for the grounds of a review or of a mark of cheating, after naming its effect on money. */
export default function FlagDialog({ row, change, onClose }: FlagDialogProps) {
  const t = useText();
  return (
    <FormDialog<{ reason?: string; evidence?: string[] }>
      title={`${t(change.label)} · ${row.taskNo}`}
      submitText={t(change.label)}
      isDangerous={change.isDangerous ?? false}
      fields={change.fields}
      initial={{}}
      before={<p>{t(change.effect(row))}</p>}
      onSubmit={async (values, idempotencyKey) => {
        await call(
          embeddedNumberTask,
          change.call,
          { id: row.id, status: change.status, ...values },
          { idempotencyKey },
        );
        showSuccess(change.done);
      }}
      invalidates={[embeddedNumberTask]}
      onClose={onClose}
    />
  );
}
