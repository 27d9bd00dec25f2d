import { useRef, useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';

interface Attempt {
  readonly isBusy: boolean;
  /** What the last one was refused for. */
  readonly problem: string | null;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

/** What a dialog sends, once at a time: Enter pressed again while it is under way does nothing. */
export function useAttempt(sentenceOf: (error: unknown) => string = messageOf): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Known at once, not with the next drawing. */
  const isUnderWay = useRef(false);
  const attempt = async (work: () => Promise<void>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, problem, attempt };
}
