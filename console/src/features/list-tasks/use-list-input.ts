import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { upload } from '../../kit/client/upload.ts';
import { CHECKED_CLASSES, REACHED, type readCheckWish } from '../checks/classes.ts';
import type { Check, CheckResource } from '../checks/types.ts';
import type { OrderResource } from '../orders/types.ts';

type Inspected = CallData<CheckResource, 'inspect', 'in'>;

/** Lines of the list that are shown before it is sent. */
const SAMPLES = 5;
const CELLS = /[,;\t]/;

interface Options {
  /** The check of an address. */
  readonly given?: ReturnType<typeof readCheckWish>;
  /** Whether a check is taken whole, without a choice of results. */
  readonly isWhole?: boolean;
}

/** The list of a task while it is filled in: a file, pasted lines, or the numbers of a check. */
export function useListInput(resource: CheckResource | OrderResource, { given = null, isWhole = false }: Options = {}) {
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
      const found = await upload(resource as CheckResource, 'inspect', {}, chosen);
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
  const samples = {
    file: inspected?.sample ?? [],
    text: pasted.slice(0, SAMPLES).map((line) => line.split(CELLS)),
    check: [],
  }[source];
  const headers = source === 'file' ? (inspected?.headers ?? []) : [];
  const width = Math.max(0, headers.length, ...samples.map((cells) => cells.length));
  const ofCheck =
    check && !isWhole
      ? CHECKED_CLASSES.reduce((sum, [value, field]) => sum + (results.includes(value) ? check[field] : 0), 0)
      : (check?.submitCount ?? 0);
  const isComplete = {
    file: inspected !== null && column !== null,
    text: pasted.length > 0,
    check: ofCheck > 0,
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
    numberColumn: source === 'file' ? column : 0,
    rows: samples.slice(0, SAMPLES).map((cells) => cells.map((cell) => cell.trim())),
    /** Its name, as the task has it unless it is given another; null: none. */
    name: { file: file?.name.replace(/\.[^.]+$/, ''), text: undefined, check: check?.taskName }[source] ?? null,
    /** About how many numbers it has; null while nobody knows. */
    lines: {
      file: inspected?.estimatedLines ?? null,
      text: new Set(pasted.map(numberOf)).size,
      check: check ? ofCheck : null,
    }[source],
    isWhole,
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

/** Returns the digits in front of a pasted line: the same number twice is one. */
const numberOf = (line: string): string => line.split(CELLS)[0]?.replace(/\D/g, '') || line.trim();

export type ListInputState = ReturnType<typeof useListInput>;
