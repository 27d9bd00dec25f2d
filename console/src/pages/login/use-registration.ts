import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { type FormEvent, useState } from 'react';
import { useText } from '../../kit/i18n.ts';

interface RegistrationOptions<V extends object> {
  readonly initial: V;
  readonly problemOf: (typed: V) => { readonly field: string; readonly message: Text } | undefined;
  /** Sends the form; answers the failure to show above it. */
  readonly send: (typed: V) => Promise<string | undefined>;
}

/** The state of a registration form: values, the first invalid field, and the failure of the last submission. */
export function useRegistration<V extends object>({ initial, problemOf, send }: RegistrationOptions<V>) {
  const t = useText();
  const [values, setValues] = useState(initial);
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const bind = <Name extends keyof V & string>(name: Name) => ({
    name,
    value: values[name],
    error: problem?.field === name ? t(problem.message) : undefined,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: event.target.value }));
      setProblem(undefined);
    },
  });
  const submit = async (form: HTMLFormElement) => {
    // The form's own values apply: password managers do not always fire events.
    const typed = { ...values, ...Object.fromEntries(new FormData(form)) } as V;
    setValues(typed);
    const found = problemOf(typed);
    setProblem(found);
    setFailure(undefined);
    if (found) {
      (form.elements.namedItem(found.field) as HTMLElement | null)?.focus();
      return;
    }
    setBusy(true);
    setFailure(await send(typed));
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };
  return { values, bind, failure, isBusy, onSubmit };
}
