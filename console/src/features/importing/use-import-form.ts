import type { InspectedList } from '@trade-assistant/contract/kit/inspect.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Form, { type FormInstance } from 'antd/es/form';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../kit/client/session.ts';
import { upload } from '../../kit/client/upload.ts';
import type { FormDraft } from '../../kit/form/draft.ts';
import { showFieldErrors } from '../../kit/form/field-form.tsx';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { initialValues, type NamedFields, type Values, valuesToSend } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import type { ImportOptions } from './options.ts';

/** The answer of the import calls. */
export interface StartedImport {
  readonly taskNo: string;
  readonly batchNo?: string;
}

/** Under this name the draft remembers which file was chosen: of the file itself a reload leaves nothing. */
const FILE = 'file';
/** Name of the file that carries pasted lines. */
const PASTED = 'pasted.txt';

interface Options {
  readonly resource: Resource;
  readonly options: ImportOptions;
  /** The draft of the form and its idempotency key; null where nothing is kept. */
  readonly draft: FormDraft | null;
  /** Values that the opener filled in. */
  readonly initial?: Values | undefined;
  readonly onStarted: (started: StartedImport) => void;
}

export interface ImportFormState {
  readonly form: FormInstance;
  readonly fields: NamedFields;
  readonly file: File | null;
  /** Values of the empty form. */
  readonly initial: Values;
  /** Lines entered instead of a file. */
  readonly pasted: string;
  readonly onPaste: (text: string) => void;
  /** The name of a file that was chosen before the page was left, and has to be chosen again. */
  readonly lostFile: string | null;
  /** How much of the file has been sent, 0 to 1; null while nothing is under way. */
  readonly share: number | null;
  readonly problem: string | null;
  readonly onFile: (file: File | null) => void;
  readonly onProblem: (problem: string | null) => void;
  /** The chosen list, while its column of numbers is not known. */
  readonly unclear: InspectedList | null;
  readonly column: number | null;
  readonly onColumn: (column: number) => void;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

/** State of the first step of an import: a file, the values of all its lines, and sending them. */
export function useImportForm({ resource, options, draft, initial: given, onStarted }: Options): ImportFormState {
  const t = useText();
  const [form] = Form.useForm();
  const [file, setFile] = useState<File | null>(null);
  const [lostFile, setLostFile] = useState(() => {
    const { [FILE]: name } = draft?.values() ?? {};
    return typeof name === 'string' ? name : null;
  });
  const [pasted, setPasted] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const [unclear, setUnclear] = useState<InspectedList | null>(null);
  const [column, setColumn] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);
  const fields: NamedFields = options.fields ?? {};
  // Another user of this browser must not see suppliers.
  const memory = `import:${resource.name}:${useSession.getState().user?.userId ?? ''}`;
  const startingValues = (): Values => ({ ...initialValues(fields), ...readStored<Values>(memory) });
  const [initial] = useState((): Values => ({ ...startingValues(), ...given }));
  const { problem, showProblem, attempt } = useAttempt({
    ...(draft ? { draft } : {}),
    onRefused: (error) => showFieldErrors(form, fields, error),
  });
  useEffect(() => () => sending.current?.abort(), []);

  const inspect = async (chosen: File) => {
    if (!options.inspect) return;
    try {
      const found = (await upload(resource, options.inspect, {}, headOf(chosen))) as InspectedList;
      const isClear = found.column !== null || found.sample.every((row) => row.length <= 1);
      setUnclear(isClear ? null : found);
    } catch {
      // The import itself says what is wrong with the file.
    }
  };
  const onFile = (chosen: File | null) => {
    setFile(chosen);
    setUnclear(null);
    setColumn(null);
    if (chosen) void inspect(chosen);
    setLostFile(null);
    // Nothing but a file that was taken back is nothing to lose.
    if (chosen || Object.keys(draft?.values() ?? {}).some((name) => name !== FILE))
      draft?.merge({ [FILE]: chosen?.name });
    else draft?.forget();
  };
  const begin = (started: StartedImport) => {
    draft?.forget();
    setFile(null);
    setUnclear(null);
    setColumn(null);
    setPasted('');
    const values = form.getFieldsValue();
    if (options.remembered)
      writeStored(memory, Object.fromEntries(options.remembered.map((name) => [name, values[name]])));
    // The next file starts with the remembered values only.
    form.setFieldsValue({ ...emptied(fields), ...startingValues() });
    onStarted(started);
  };
  const start = async () => {
    const sent = file ?? (pasted.trim() ? new File([pasted], PASTED, { type: 'text/plain' }) : null);
    if (!sent) {
      showProblem(
        options.paste
          ? t({ zh: '请选择文件或粘贴号码', en: 'Choose a file or paste numbers' })
          : t({ zh: '请选择要导入的文件', en: 'Choose the file to import' }),
      );
      return;
    }
    if (unclear && column === null) {
      showProblem(t({ zh: '请选择号码列', en: 'Choose the column of numbers' }));
      return;
    }
    await attempt(async (idempotencyKey) => {
      setShare(0);
      sending.current = new AbortController();
      const { signal } = sending.current;
      const values = { ...valuesToSend(fields, form.getFieldsValue()), ...(column === null ? {} : { column }) };
      const send = upload(resource, options.call, values, sent, { idempotencyKey, signal, onProgress: setShare });
      begin((await send.finally(() => setShare(null))) as StartedImport);
    });
  };
  return {
    form,
    fields,
    file,
    initial,
    pasted,
    onPaste: setPasted,
    lostFile,
    share,
    problem,
    onFile,
    onProblem: showProblem,
    unclear,
    column,
    onColumn: setColumn,
    start,
    stop: () => sending.current?.abort(),
  };
}

/** Enough of a text to see its columns. */
const HEAD_BYTES = 256 * 1024;

/** Returns the first part of a text file; archives and workbooks only make sense as a whole. */
const headOf = (file: File): File =>
  /\.(txt|csv)$/i.test(file.name) && file.size > HEAD_BYTES
    ? new File([file.slice(0, HEAD_BYTES)], file.name, { type: file.type })
    : file;

const emptied = (fields: NamedFields) => Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
