import { useContext, useRef, useState } from 'react';
import { CallError, type Failure, messageOf } from '../client/call-error.ts';
import { newIdempotencyKey } from '../client/under-key.ts';
import { type FormDraft, FormDraftContext } from './draft.ts';

interface Options {
  /** The draft of the form, unless the surrounding one is used. */
  readonly draft?: FormDraft;
  /** Shows what the server refused where it belongs, at the fields it named; false when it belongs nowhere. */
  readonly onRefused?: (error: CallError) => boolean;
  readonly sentenceOf?: (error: unknown) => string;
  /** It stays open once it has been answered, and what is sent then is something else: under a key of its own. */
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
 * What a form sends, once at a time: Enter pressed again while it is under way does nothing. Attempts share a key until the
 * server has refused one: where no answer came the first may have been carried out, and must not be carried out twice, not
 * even by who reloads the page and sends what was kept of the form. A refusal is remembered under its key, so that what
 * is sent after it needs another.
 */
export function useAttempt({ draft: given, onRefused, sentenceOf = messageOf, staysOpen }: Options = {}): Attempt {
  const around = useContext(FormDraftContext);
  const draft = given ?? around;
  /** The key of a form of which nothing is kept. */
  const ownKey = useRef<string>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [problem, showProblem] = useState<string | null>(null);
  /** Known at once, not with the next drawing. */
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
