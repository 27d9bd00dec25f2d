import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { MAX_BULK_IDS } from '@trade-assistant/contract/kit/schema.ts';
import { type CallOptions, call } from '../../client/call.ts';
import { CallError, messageOf } from '../../client/call-error.ts';
import { showProgress } from '../../feedback.tsx';
import type { Values } from '../../form/values.ts';
import { translate } from '../../i18n.ts';
import type { Row } from '../types.ts';

interface Failure {
  readonly id: string;
  readonly msg: string;
}

/** The summed result of all parts of a bulk call. */
export interface BatchCall {
  readonly okCount: number;
  readonly failCount: number;
  readonly fails: readonly Failure[];
  /** A part was handed to a task. */
  readonly taskNo?: string;
}

/** An answer to one part: of a call that treats each row separately, or of an all-or-nothing call. */
interface PartAnswer {
  readonly fails?: readonly Failure[];
  readonly taskNo?: string;
}

/** Makes a bulk call of a resource for many rows, in parts, and shows how far it has come. */
export async function callInParts(
  resource: Resource,
  name: string,
  rows: readonly Row[],
  inputOf: (some: readonly Row[]) => Values,
  options: CallOptions,
): Promise<BatchCall> {
  const text = (done: number) =>
    translate({ zh: '正在处理 {done} / {all}…', en: 'Processing {done} / {all}…' }, { done, all: rows.length });
  const progress = showProgress(text(0));
  try {
    return await runInBatches(
      rows,
      // Each part has its own key: a retry after a part without an answer starts with that part.
      (part) => call(resource, name, inputOf(part), { signal: options.signal }),
      (done) => progress.update(text(done)),
    );
  } finally {
    progress.close();
  }
}

/**
 * Makes a bulk call for more rows than one call accepts, in parts. A refused part counts as failed with its reason and
 * the next part follows; a failure that concerns all parts (no connection, no permission, too many requests) stops the
 * run, and the remaining rows count as failed with that reason.
 */
export async function runInBatches(
  rows: readonly Row[],
  callPart: (part: readonly Row[], index: number) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<BatchCall> {
  const fails: Failure[] = [];
  let taskNo: string | undefined;
  for (let from = 0; from < rows.length; from += MAX_BULK_IDS) {
    const part = rows.slice(from, from + MAX_BULK_IDS);
    try {
      const answer = ((await callPart(part, from / MAX_BULK_IDS)) ?? {}) as PartAnswer;
      fails.push(...(answer.fails ?? []));
      taskNo ??= answer.taskNo;
    } catch (error) {
      const msg = messageOf(error);
      const isOver = concernsAll(error);
      fails.push(...(isOver ? rows.slice(from) : part).map(({ id }) => ({ id, msg })));
      if (isOver) break;
    }
    onDone(Math.min(from + MAX_BULK_IDS, rows.length));
  }
  const failCount = fails.length;
  return { okCount: rows.length - failCount, failCount, fails, ...(taskNo === undefined ? {} : { taskNo }) };
}

/** Codes of refusals that would meet every other part as well. */
const FOR_ALL: ReadonlySet<number> = new Set([401, 403, 423, 429]);

const concernsAll = (error: unknown): boolean =>
  !(error instanceof CallError) || error.failure !== 'answer' || FOR_ALL.has(error.code) || error.code >= 500;
