import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useState } from 'react';
import { messageOf } from '../../../kit/client/call-error.ts';
import { upload } from '../../../kit/client/upload.ts';
import type { OrderResource } from '../types.ts';

type Inspected = CallData<OrderResource, 'inspect', 'in'>;

/** Lines of the list that are shown before it is sent. */
const SAMPLES = 5;
const CELLS = /[,;\t]/;

/** The list of recipients of an order while it is filled in: a file, or pasted lines. */
export function useRecipients(resource: OrderResource) {
  const [source, setSource] = useState<'file' | 'text'>('file');
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
    source === 'file' ? (inspected?.sample ?? []) : pasted.slice(0, SAMPLES).map((line) => line.split(CELLS));
  const headers = source === 'file' ? (inspected?.headers ?? []) : [];
  const width = Math.max(0, headers.length, ...samples.map((cells) => cells.length));
  const numberColumn = source === 'file' ? column : 0;
  const isComplete = source === 'file' ? inspected !== null && column !== null : pasted.length > 0;
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
    lines: source === 'file' ? (inspected?.estimatedLines ?? null) : pasted.length,
    /** Parameters of the calls that take it; null while it is incomplete. */
    input: isComplete
      ? {
          ...(source === 'file'
            ? { fileId: inspected?.fileId, column: column ?? undefined }
            : { numbers: text, column: 0 }),
          ...(countryCode === null ? {} : { countryCode }),
        }
      : null,
  };
}

export type Recipients = ReturnType<typeof useRecipients>;
