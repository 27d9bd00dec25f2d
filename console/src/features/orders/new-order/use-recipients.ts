import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useState } from 'react';
import { messageOf } from '../../../kit/client/call-error.ts';
import { upload } from '../../../kit/client/upload.ts';
import { CHECKED_CLASSES, REACHED, type readCheckWish } from '../../checks/classes.ts';
import type { Check } from '../../checks/types.ts';
import type { OrderResource } from '../types.ts';

type Inspected = CallData<OrderResource, 'inspect', 'in'>;

/** Lines of the list that are shown before it is sent. */
const SAMPLES = 5;
const CELLS = /[,;\t]/;

/** The list of recipients of an order while it is filled in: a file, pasted lines, or the numbers of a check. `given` is the check of an address. */
export function useRecipients(resource: OrderResource, given: ReturnType<typeof readCheckWish> = null) {
  const [source, setSource] = useState<'file' | 'text' | 'check'>(given ? 'check' : 'file');
  const [check, setCheck] = useState<Check | null>(null);
  const [results, setResults] = useState<readonly number[]>(given?.results ?? REACHED);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [inspected, setInspected] = useState<Inspected | null>(null);
  const [isInspecting, setInspecting] = useState(false);
  const [column, setColumn] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [countryCode, setCountry] = useState<string | null>(null);

  const take = async (chosen: File | null) => {
    setFile(chosen);
    setInspected(null);
    setColumn(null);
    if (!chosen) return;
    setInspecting(true);
    try {
      const found = await upload(resource, 'inspect', {}, chosen);
      setInspected(found);
      setColumn(found.column);
    } catch (error) {
      setProblem(messageOf(error));
      setFile(null);
    } finally {
      setInspecting(false);
    }
  };

  const pasted = source === 'text' ? text.split('\n').filter((line) => line.trim() !== '') : [];
  const samples =
    source === 'file'
      ? (inspected?.sample ?? [])
      : source === 'text'
        ? pasted.slice(0, SAMPLES).map((line) => line.split(CELLS))
        : [];
  const headers = source === 'file' ? (inspected?.headers ?? []) : [];
  const width = Math.max(0, headers.length, ...samples.map((cells) => cells.length));
  const numberColumn = source === 'file' ? column : 0;
  const reached = check
    ? CHECKED_CLASSES.reduce((sum, [value, field]) => sum + (results.includes(value) ? check[field] : 0), 0)
    : 0;
  const isComplete = {
    file: inspected !== null && column !== null,
    text: pasted.length > 0,
    check: reached > 0,
  }[source];
  return {
    source,
    setSource,
    file,
    take,
    problem,
    setProblem,
    inspected,
    isInspecting,
    column,
    setColumn,
    text,
    setText,
    countryCode,
    setCountry,
    /** Names of its columns; an empty one has none. */
    columns: Array.from({ length: width }, (_, index) => headers[index] ?? ''),
    numberColumn,
    rows: samples.slice(0, SAMPLES).map((cells) => cells.map((cell) => cell.trim())),
    /** About how many lines it has; null while nobody knows. */
    lines: { file: inspected?.estimatedLines ?? null, text: pasted.length, check: check ? reached : null }[source],
    check,
    setCheck,
    results,
    setResults,
    /** Parameters of the calls that take it; null while it is incomplete. */
    input: isComplete
      ? {
          ...{
            file: { fileId: inspected?.fileId, column: column ?? undefined },
            text: { numbers: text, column: 0 },
            check: { checkId: check?.id, results: results.toSorted((a, b) => a - b).join(',') },
          }[source],
          ...(countryCode === null ? {} : { countryCode }),
        }
      : null,
  };
}

export type Recipients = ReturnType<typeof useRecipients>;
