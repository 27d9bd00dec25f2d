import Modal from 'antd/es/modal';
import { type ReactNode, useState } from 'react';
import type { CallError } from '../client/call-error.ts';
import { useFocusBack } from '../focus-back.ts';
import { useAttempt } from '../form/use-attempt.ts';
import { useText } from '../i18n.ts';
import { Problem } from './problem.tsx';

interface TrialDialogProps<T> {
  readonly title: string;
  /** The label of the button before and after the outcome. */
  readonly labels: readonly [first: string, again: string];
  /** A description of the effect. */
  readonly intro: string;
  readonly run: (idempotencyKey: string) => Promise<T>;
  /** The outcome, announced to screen readers. */
  readonly outcome: (result: T) => ReactNode;
  /** Inputs asked for first; `start` runs the trial with them. Without it the button starts at once. */
  readonly form?: {
    readonly submit: () => void;
    readonly content: (start: () => void) => ReactNode;
    /** Shows the server's errors at the inputs that they name; returns false when no input matches. */
    readonly onRefused?: (error: CallError) => boolean;
  };
  readonly onClose: () => void;
}

/** Runs a trial as often as the user likes, and shows the outcome. */
export function TrialDialog<T>({ title, labels, intro, run, outcome, form, onClose }: TrialDialogProps<T>) {
  const t = useText();
  const [result, setResult] = useState<T | null>(null);
  const { isBusy, problem, attempt } = useAttempt({
    staysOpen: true,
    ...(form?.onRefused ? { onRefused: form.onRefused } : {}),
  });
  useFocusBack();
  const start = () =>
    void attempt(async (key) => {
      setResult(null);
      setResult(await run(key));
    });
  return (
    <Modal
      open
      centered
      title={title}
      okText={labels[result === null ? 0 : 1]}
      cancelText={t({ zh: '关闭', en: 'Close' })}
      okButtonProps={{ loading: isBusy }}
      onOk={form ? form.submit : start}
      onCancel={onClose}
    >
      <Problem text={problem} />
      <p>{intro}</p>
      {form?.content(start)}
      {result !== null && <div role="status">{outcome(result)}</div>}
    </Modal>
  );
}
