import { type ImportReport, REPORT_SAMPLE_LINES } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import { type Dictionary, entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Files, StoredFile } from '../../../../kernel/files/index.ts';
import { maskLine } from '../../../../kernel/phone/index.ts';
import { type Cell, csvStream } from '../../../../kernel/spreadsheet/index.ts';

/** A refused line. */
export interface Problem {
  readonly lineNo: number;
  readonly file: string | undefined;
  readonly text: string;
  /** A key of the dictionary `number_reject`. */
  readonly code: number;
  readonly detail?: Text;
}

interface Writing {
  readonly lines: WritableStreamDefaultWriter<Cell[][]>;
  readonly stored: Promise<StoredFile>;
}

const REPORT_MAX_BYTES = 1024 * 1024 * 1024;
const LONGEST_TEXT = 80;
const HEADER = ['行号 Line', '文件 File', '内容 Text', '原因代码 Code', '原因', 'Reason', '说明 Detail'];

/**
 * The refused lines of one import: counted by reason, the first ones kept for the report, and all of them written to a
 * file. The first problem creates the file, so a list without problems has none.
 */
export class Problems {
  readonly #files: Files;
  readonly #actor: Actor;
  readonly #fileName: string;
  readonly #reasons: Dictionary;
  readonly #counts = new Map<number, number>();
  readonly #sample: ImportReport['problems'] = [];
  #waiting: Cell[][] = [];
  #writing: Writing | undefined;

  /** `reasons`: the dictionary of refusals, with its current names. */
  constructor(files: Files, actor: Actor, fileName: string, reasons: Dictionary) {
    this.#files = files;
    this.#actor = actor;
    this.#fileName = fileName;
    this.#reasons = reasons;
  }

  get total(): number {
    let total = 0;
    for (const count of this.#counts.values()) total += count;
    return total;
  }

  get reasons(): ImportReport['reasons'] {
    return [...this.#counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
  }

  get sample(): ImportReport['problems'] {
    return this.#sample;
  }

  count(code: number): number {
    return this.#counts.get(code) ?? 0;
  }

  add({ lineNo, file, text, code, detail }: Problem): void {
    this.#counts.set(code, this.count(code) + 1);
    const masked = maskLine(text.slice(0, LONGEST_TEXT));
    const reason = entryOf(this.#reasons, code);
    this.#waiting.push([lineNo, file, masked, code, reason?.zh, reason?.en, detail && `${detail.zh} ${detail.en}`]);
    if (this.#sample.length >= REPORT_SAMPLE_LINES) return;
    this.#sample.push({
      lineNo,
      ...(file === undefined ? {} : { file }),
      text: masked,
      code,
      ...(detail ? { detail: `${detail.zh} ${detail.en}` } : {}),
    });
  }

  /** Writes the waiting lines; resolves when the file accepts more. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const writing = this.#writing ?? this.#begin();
    this.#writing = writing;
    const lines = this.#waiting;
    this.#waiting = [];
    // A failed file ends the wait with its error.
    await Promise.race([writing.lines.write(lines), writing.stored]);
  }

  /** Ends the file. @returns the stored file, undefined when there was no problem */
  async finish(): Promise<StoredFile | undefined> {
    await this.flush();
    if (!this.#writing) return undefined;
    await this.#writing.lines.close();
    return this.#writing.stored;
  }

  /** Discards the file. */
  async abandon(reason: unknown): Promise<void> {
    const writing = this.#writing;
    if (!writing) return;
    await writing.lines.abort(reason).catch(() => undefined);
    const stored = await writing.stored.catch(() => undefined);
    if (stored) await this.#files.remove(stored.id);
  }

  #begin(): Writing {
    const { readable, writable } = new TransformStream<Cell[][], Cell[][]>();
    const stored = this.#files.put(csvStream(flat(readable), { header: HEADER }), {
      actor: this.#actor,
      name: this.#fileName,
      maxBytes: REPORT_MAX_BYTES,
    });
    // Awaited in `flush` and `finish`; without a handler here an early failure would end the process.
    stored.catch(() => undefined);
    return { lines: writable.getWriter(), stored };
  }
}

async function* flat(batches: ReadableStream<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const batch of batches) yield* batch;
}
