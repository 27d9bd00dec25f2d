import { createContext } from 'react';
import { isRecord, type KeptPlace } from '../persisted-state.ts';
import type { Values } from './values.ts';

/** The input of one form; it survives a lock and a reload. */
export interface FormDraft {
  /** Input so far by field, including restored input. */
  readonly values: () => Values;
  /** The version of the row the form was filled from; undefined where that is not known. */
  readonly version: () => number | undefined;
  /** Records changed fields, and the version of their row. */
  readonly merge: (changed: Values, version?: number) => void;
  /** The key of a submission without a refusal; undefined if it was not sent. */
  readonly key: () => string | undefined;
  readonly keepKey: (key: string) => void;
  readonly forget: () => void;
}

/** The draft of the forms below; null where nothing is kept. */
export const FormDraftContext = createContext<FormDraft | null>(null);

/** Returns whether the draft has values that could be lost. */
export const isTyped = (draft: FormDraft | null): boolean => draft !== null && Object.keys(draft.values()).length > 0;

/** Returns the name under which a page keeps the draft of a form for one edited object. */
export const draftName = (form: string, subject: string): string => `${form} ${subject}`;

/** Returns the draft of a form on a page. `form` identifies it on the page, `subject` the edited object: each has its own. */
export function formDraft(place: KeptPlace, form: string, subject: string): FormDraft {
  const name = draftName(form, subject);
  let { values, version, key }: Partial<StoredDraft> = place.readDraft(name, isDraft) ?? {};
  const write = () => {
    // Without typed values there is nothing to restore and nothing to ask about.
    if (values === undefined) return;
    const safe = Object.entries(values).filter(([field]) => !SECRET.test(field));
    const isSafe = safe.length === Object.keys(values).length;
    place.writeDraft(name, { version, key, values: Object.fromEntries(safe) } satisfies StoredDraft, isSafe);
  };
  return {
    values: () => values ?? {},
    version: () => version,
    key: () => key,
    merge: (changed, known) => {
      values = { ...values };
      // An emptied field must stay empty: JSON has no undefined.
      for (const [field, value] of Object.entries(changed)) values = { ...values, [field]: value ?? null };
      version = known;
      write();
    },
    keepKey: (fresh) => {
      key = fresh;
      write();
    },
    forget: () => {
      [values, version, key] = [undefined, undefined, undefined];
      place.writeDraft(name, undefined);
    },
  };
}

/** Fields that must never be stored: the contract's names for secrets match this. */
const SECRET = /pass(word|phrase)|token|secret|api[-_]?key|private[-_]?key|card[-_]?no/i;

interface StoredDraft {
  readonly version?: number | undefined;
  readonly key?: string | undefined;
  readonly values: Values;
}

const isDraft = (value: unknown): value is StoredDraft =>
  isRecord(value) &&
  isRecord(value.values) &&
  (value.version === undefined || typeof value.version === 'number') &&
  (value.key === undefined || typeof value.key === 'string');
