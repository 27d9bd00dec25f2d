import { type ReactElement, useMemo, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { CallError } from '../client/call-error.ts';
import { Problem } from '../parts/problem.tsx';
import { keptPlace } from '../persisted-state.ts';
import { FormDraftContext, formDraft } from './draft.ts';
import { useAttempt } from './use-attempt.ts';

interface Props {
  readonly send: (key: string) => Promise<void>;
  /** Whether the form shows a refusal at its fields. */
  readonly onRefused?: (error: CallError) => boolean;
  readonly staysOpen?: true;
}

/** A form that can be submitted without a button, which would be disabled meanwhile. */
function Form({ send, onRefused, staysOpen }: Props) {
  const [done, setDone] = useState(0);
  const { isBusy, problem, attempt } = useAttempt({
    ...(onRefused ? { onRefused } : {}),
    ...(staysOpen ? { staysOpen } : {}),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(async (key) => {
          await send(key);
          setDone((count) => count + 1);
        });
      }}
    >
      <Problem text={problem} />
      <output aria-busy={isBusy}>{`done ${done}`}</output>
    </form>
  );
}

/** The same form with a draft. */
function KeptForm(props: Props) {
  const draft = useMemo(() => {
    const made = formDraft(keptPlace('/test'), 'action', 'test');
    made.merge({ amount: '5' });
    return made;
  }, []);
  return (
    <FormDraftContext value={draft}>
      <Form {...props} />
    </FormDraftContext>
  );
}

const refused = () => new CallError('refused', 'answer', { code: 400, isRefusal: true });
const byProxy = () => new CallError('the gateway waited too long', 'answer', { code: 504 });
const lost = () => new CallError('no answer came', 'network');
const slow = () => new CallError('too slow', 'timeout');
const givenUp = () => new CallError('given up', 'aborted');

/** Calls of a form, answered by the test; `keys` has their idempotency keys. */
function calls() {
  const keys: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  const send = (key: string) => {
    keys.push(key);
    return new Promise<void>((resolve, reject) => {
      waiting.push((error) => (error ? reject(error) : resolve()));
    });
  };
  return { keys, send, answer: (error?: Error) => waiting.shift()?.(error) };
}

async function open(form: ReactElement) {
  const screen = await show(form);
  const element = screen.container.querySelector('form') ?? expect.unreachable();
  return {
    submit: () => element.requestSubmit(),
    done: (count: number) => expect.element(screen.getByText(`done ${count}`)).toBeVisible(),
    says: (words: string) => expect.element(screen.getByRole('alert')).toHaveTextContent(words),
    saysNothing: () => expect.element(screen.getByRole('alert')).not.toBeInTheDocument(),
    rests: () => expect.element(screen.getByRole('status')).toHaveAttribute('aria-busy', 'false'),
  };
}

describe.each([
  ['a form', Form],
  ['a form that is kept', KeptForm],
])('what %s sends', (_kind, Form) => {
  test('uses a new key after an answer when the form stays open', async () => {
    const { keys, send, answer } = calls();
    const form = await open(<Form send={send} staysOpen />);
    form.submit();
    answer();
    await form.done(1);
    form.submit();
    answer();
    await form.done(2);
    expect(new Set(keys).size).toBe(2);
  });

  test('is sent once at a time: pressing again meanwhile does nothing', async () => {
    const { keys, send, answer } = calls();
    const form = await open(<Form send={send} />);
    // In one go, before anything is drawn.
    form.submit();
    form.submit();
    expect(keys).toHaveLength(1);
    answer();
    await form.done(1);
    form.submit();
    expect(keys).toHaveLength(2);
    answer();
    await form.done(2);
  });

  test.each([
    ['an answer that was lost', lost],
    ['one that came too late', slow],
    ['one that was given up', givenUp],
    ['an answer of a proxy', byProxy],
    ['a mistake of ours', () => new Error('broken')],
  ])('is the same after %s: it keeps its key', async (_case, failure) => {
    const { keys, send, answer } = calls();
    const form = await open(<Form send={send} />);
    form.submit();
    answer(failure());
    await form.rests();
    form.submit();
    answer();
    await form.done(1);
    expect(keys[1]).toBe(keys[0]);
  });

  test('needs another key after a refusal, and keeps that one', async () => {
    const { keys, send, answer } = calls();
    const form = await open(<Form send={send} />);
    for (const failure of [refused(), lost(), refused()]) {
      form.submit();
      answer(failure);
      await form.says(failure.message);
      await form.rests();
    }
    form.submit();
    answer();
    await form.done(1);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe(keys[1]);
    expect(keys[3]).not.toBe(keys[2]);
  });
});

test('a form of which nothing is kept sends something else after it was done: it needs another key', async () => {
  const { keys, send, answer } = calls();
  const form = await open(<Form send={send} />);
  for (const count of [1, 2]) {
    form.submit();
    answer();
    await form.done(count);
  }
  expect(keys[1]).not.toBe(keys[0]);
});

test('a restored form is sent under the key it had before the reload', async () => {
  const { keys, send, answer } = calls();
  const form = await open(<KeptForm send={send} />);
  form.submit();
  answer(lost());
  await form.says('no answer came');
  expect(formDraft(keptPlace('/test'), 'action', 'test').key()).toBe(keys[0]);
  form.submit();
  answer(refused());
  await form.says('refused');
  expect(formDraft(keptPlace('/test'), 'action', 'test').key()).not.toBe(keys[0]);
});

describe('why it failed', () => {
  test('is shown until the next try', async () => {
    const { send, answer } = calls();
    const form = await open(<Form send={send} />);
    form.submit();
    answer(refused());
    await form.says('refused');
    expect(await barriers()).toEqual([]);
    form.submit();
    await form.saysNothing();
    answer(lost());
    await form.says('no answer came');
  });

  test('is not shown twice when its fields show it', async () => {
    const { send, answer } = calls();
    const shown: string[] = [];
    const onRefused = ({ message }: CallError) => {
      shown.push(message);
      return true;
    };
    const form = await open(<Form send={send} onRefused={onRefused} />);
    form.submit();
    answer(refused());
    await form.rests();
    await form.saysNothing();
    expect(shown).toEqual(['refused']);
    // Errors that are not refusals belong to no field.
    form.submit();
    answer(lost());
    await form.says('no answer came');
    expect(shown).toEqual(['refused']);
  });

  test('is shown above the form when it names none of its fields', async () => {
    const { send, answer } = calls();
    const form = await open(<Form send={send} onRefused={() => false} />);
    form.submit();
    answer(refused());
    await form.says('refused');
  });

  test('is silent when the call was cancelled', async () => {
    const { send, answer } = calls();
    const form = await open(<Form send={send} />);
    form.submit();
    answer(givenUp());
    await form.rests();
    await form.saysNothing();
  });
});
