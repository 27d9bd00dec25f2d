import { useContext, useRef, useState } from 'react';
import { CallError, type Failure, messageOf } from '../client/call-error.ts';
import { newIdempotencyKey } from '../client/under-key.ts';
import { type FormDraft, FormDraftContext } from './draft.ts';

interface Options {
  /** The draft of the form, unless the surrounding one is used. */
  readonly draft?: FormDraft;
  /** Shows the server's errors at the fields they name; returns false when no field matches. */
  readonly onRefused?: (error: CallError) => boolean;
  readonly sentenceOf?: (error: unknown) => string;
  /** The form stays open after an answer; the next submission uses a new key. */
  readonly staysOpen?: true;
}

interface Attempt {
  readonly isBusy: boolean;
  /** Why the last one failed, unless that is shown elsewhere. */
  readonly problem: string | null;
  readonly showProblem: (problem: string | null) => void;
  /** `work` is given the idempotency key its call travels under. */
  readonly attempt: (work: (key: string) => Promise<void>) => Promise<void>;
}

/**
 * Sends a form, one submission at a time: pressing Enter again meanwhile does nothing. Attempts share a key until the
 * server has refused one: without an answer the first may have been carried out and must not be carried out twice, even
 * after a reload that restores the form's draft. A refusal is remembered with its key, so that the next attempt uses a
 * new one.
 */
export function useAttempt({ draft: given, onRefused, sentenceOf = messageOf, staysOpen }: Options = {}): Attempt {
  const around = useContext(FormDraftContext);
  const draft = given ?? around;
  /** The key of a form of which nothing is kept. */
  const ownKey = useRef<string>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [problem, showProblem] = useState<string | null>(null);
  /** A ref, because it must be known before the next render. */
  const isUnderWay = useRef(false);
  const renewKey = (): string => {
    const key = newIdempotencyKey();
    if (draft) draft.keepKey(key);
    else ownKey.current = key;
    return key;
  };
  const attempt = async (work: (key: string) => Promise<void>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    showProblem(null);
    try {
      await work((draft ? draft.key() : ownKey.current) ?? renewKey());
      // The same form sends something else next. Closing a form forgets its draft.
      ownKey.current = undefined;
      if (staysOpen) renewKey();
    } catch (error) {
      if (isFailure(error, 'aborted')) return;
      if (error instanceof CallError && error.isRefusal) renewKey();
      if (!(isFailure(error, 'answer') && onRefused?.(error))) showProblem(sentenceOf(error));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, problem, showProblem, attempt };
}

const isFailure = (error: unknown, failure: Failure): error is CallError =>
  error instanceof CallError && error.failure === failure;
