import { Suspense, useState } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { useText } from '../../../kit/i18n.ts';
import { SwitchCell } from '../../../kit/parts/switch-cell.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { changeOf, type TaskRow } from './flags.ts';

const FlagDialog = lazyWithRetry(() => import('./flag-dialog.tsx'));

const words = {
  isApproval: { zh: '通过 {no}', en: 'Approved: {no}' },
  isCheat: { zh: '作弊 {no}', en: 'Cheating: {no}' },
} as const;

/** A flag of a task as a switch that first asks for its grounds; words where the state or the rights allow no change. */
export function FlagSwitch({ row, flag }: { readonly row: TaskRow; readonly flag: 'isApproval' | 'isCheat' }) {
  const t = useText();
  const [answer, setAnswer] = useState<{ readonly end: () => void } | null>(null);
  const isOn = row[flag] === 1;
  const change = changeOf(flag, !isOn);
  const isAllowed = useCan(`whatsapp/embedded-number-task:${change.permission}`);
  if (!isAllowed || !change.isOffered(row))
    return <span>{isOn ? t({ zh: '是', en: 'Yes' }) : t({ zh: '否', en: 'No' })}</span>;
  const ask = async () => {
    // The dialog opens outside the transition of the switch, which lasts until it is closed.
    await Promise.resolve();
    await new Promise<void>((end) => setAnswer({ end }));
    setAnswer(null);
  };
  return (
    <>
      <SwitchCell label={t(words[flag], { no: row.taskNo })} isOn={isOn} onSwitch={ask} />
      {answer && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks in the dialog from the row
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys do not open a row from here
        <span onClick={(event) => event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
          <DialogLoadBoundary onFailed={answer.end}>
            <Suspense>
              <FlagDialog row={row} change={change} onClose={answer.end} />
            </Suspense>
          </DialogLoadBoundary>
        </span>
      )}
    </>
  );
}
