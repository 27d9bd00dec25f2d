import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { MAX_BULK_IDS } from '@trade-assistant/contract/kit/schema.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { type CallOptions, call } from '../../client/call.ts';
import { changeRows } from '../../client/optimistic.ts';
import { invalidate } from '../../client/query.ts';
import { underKey } from '../../client/under-key.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../dialog-load-boundary.tsx';
import { confirm, notifications, showError, showSuccess, showUndo, showWarning } from '../../feedback.tsx';
import { draftName } from '../../form/draft.ts';
import type { Values } from '../../form/values.ts';
import { translate } from '../../i18n.ts';
import { useKeptPlace } from '../../persisted-state.ts';
import { useEvent } from '../../use-event.ts';
import type { Action, Row } from '../types.ts';

const ActionHost = lazyWithRetry(() => import('./action-host.tsx'));

interface Actions {
  /** Runs an action on rows: asks for inputs, calls, reports the outcome. A stable function. */
  readonly start: (action: Action, rows: readonly Row[], value?: string) => void;
  /** The dialog of the running action; place it once. */
  readonly dialog: ReactNode;
}

interface ActionOptions {
  readonly afterwards?: (rows: readonly Row[]) => void;
  /** Name under which the page keeps the open action and its draft. */
  readonly keptAs: string;
}

interface Open {
  readonly action: Action;
  readonly rows: readonly Row[];
  /** Of the address that opened it. */
  readonly value?: string | undefined;
}

/** Runs row and bulk actions of a resource, with their questions and dialogs. */
export function useActions(resource: Resource, { afterwards, keptAs }: ActionOptions): Actions {
  const place = useKeptPlace();
  const [open, setOpen] = useState<Open | null>(null);

  const perform = async (action: Action, rows: readonly Row[], values: Values, options: CallOptions) => {
    if (action.run) await action.run(rows, values);
    let done = rows;
    if (action.call) {
      const name = action.call;
      const inputOf = (some: readonly Row[]) =>
        action.input?.(some, values) ?? { ids: some.map((row) => row.id).join(','), ...values };
      // Removed at once; a refusal restores them.
      const putBack =
        resource.calls[name]?.standard === 'remove'
          ? changeRows(
              resource,
              rows.map(({ id }) => id),
              () => undefined,
            )
          : undefined;
      const data = await callFor(resource, name, rows, inputOf, options).catch((error: unknown) => {
        putBack?.();
        throw error;
      });
      // The offered actions follow the new state before the lists are fetched again.
      const to = resource.transitions?.[name]?.to;
      const { stateField } = resource;
      if (to !== undefined && stateField && !hasFailures(data))
        changeRows(
          resource,
          rows.map(({ id }) => id),
          (row) => ({ ...row, [stateField]: to }),
        );
      const words = typeof action.done === 'function' ? action.done(rows, data, values) : action.done;
      if (action.undo && !hasFailures(data)) offerUndo(action.undo, rows, words ?? DONE);
      else notifyOutcome(data, words);
      // After a large bulk action the failed rows stay selected, so that the user need not search for them.
      if (rows.length > MAX_BULK_IDS && isBulkOutcome(data)) {
        const failed = new Set(data.fails.map(({ id }) => id));
        done = rows.filter(({ id }) => !failed.has(id));
      }
      await invalidate(resource, ...(hasTask(data) ? (['desk/task'] as const) : []));
    }
    afterwards?.(done);
  };

  const offerUndo = (name: string, rows: readonly Row[], done: Text) => {
    const inputOf = (some: readonly Row[]) => ({ ids: some.map(({ id }) => id).join(',') });
    const undo = async () => {
      try {
        const data = await callFor(resource, name, rows, inputOf, {});
        if (hasFailures(data)) notifyOutcome(data);
        else showSuccess({ zh: '已恢复', en: 'Restored' });
      } catch (error) {
        showError(error, () => void undo());
      } finally {
        await invalidate(resource);
      }
    };
    showUndo(done, () => void undo());
  };

  const start = useEvent((action: Action, rows: readonly Row[], value?: string): void => {
    if (rows.length > MAX_BULK_IDS && action.call && !allowsSome(resource.calls[action.call])) {
      showWarning(
        translate(
          { zh: '“{label}”一次最多 {most} 条', en: '“{label}” accepts at most {most} at once' },
          { label: translate(action.label), most: MAX_BULK_IDS },
        ),
      );
      return;
    }
    if (action.fields || action.panel) {
      place.write(keptAs, { key: action.key, ids: rows.map(({ id }) => id) });
      setOpen({ action, rows, value });
      return;
    }
    void (async () => {
      const question = typeof action.confirm === 'function' ? action.confirm(rows) : action.confirm;
      if (question) {
        const isSure = await confirm({
          title: translate(question),
          okText: translate(action.label),
          isDangerous: action.isDangerous ?? false,
        });
        if (!isSure) return;
      }
      const about = rows.map(({ id }) => `${resource.name} ${id}`);
      try {
        await underKey(`${resource.name} ${action.key} ${about.join()}`, about, (idempotencyKey) =>
          perform(action, rows, {}, { idempotencyKey }),
        );
      } catch (error) {
        showError(error, () => start(action, rows));
      }
    })();
  });

  const close = () => {
    place.write(keptAs, undefined);
    if (open) place.writeDraft(draftName(keptAs, aboutOf(open.action, open.rows)), undefined);
    setOpen(null);
  };
  const dialog = open && (
    <DialogLoadBoundary onFailed={close}>
      <Suspense>
        <ActionHost
          key={`${open.action.key} ${open.value ?? ''}`}
          {...open}
          resource={resource}
          keptAs={keptAs}
          about={aboutOf(open.action, open.rows)}
          onClose={close}
          onSubmit={(values, options) => perform(open.action, open.rows, values, options)}
        />
      </Suspense>
    </DialogLoadBoundary>
  );
  return { start, dialog };
}

/** Returns the subject of an action's draft: its key and the ids of its rows. */
export const aboutOf = ({ key }: Action, rows: readonly Row[]): string => `${key} ${rows.map(({ id }) => id)}`;

/** Makes a call for rows: at once, or in parts when there are too many for one call. */
async function callFor(
  resource: Resource,
  name: string,
  rows: readonly Row[],
  inputOf: (some: readonly Row[]) => Values,
  options: CallOptions,
): Promise<unknown> {
  if (rows.length <= MAX_BULK_IDS) return call(resource, name, inputOf(rows), options);
  return (await import('./run-in-batches.ts')).callInParts(resource, name, rows, inputOf, options);
}

/**
 * Whether many rows may be handled in parts: true for deleting and for calls that answer for each row. An
 * all-or-nothing call (money, for example) must not be split.
 */
const allowsSome = (declared: Call | undefined): boolean =>
  declared?.standard === 'remove' ||
  declared?.standard === 'restore' ||
  'failCount' in ((declared?.data as { shape?: object } | undefined)?.shape ?? {});

interface BulkOutcome {
  readonly okCount: number;
  readonly failCount: number;
  readonly fails: readonly { readonly id: string; readonly msg: string }[];
}

const NAMED_FAILURES = 5;
const DONE: Text = { zh: '操作成功！', en: 'Done' };

/** Shows the outcome of a call: partly done, running as a task, waiting for a second person, or done. */
export function notifyOutcome(data: unknown, done: Text = DONE): void {
  if (hasFailures(data)) {
    const reasons = new Map<string, number>();
    for (const { msg } of data.fails) reasons.set(msg, (reasons.get(msg) ?? 0) + 1);
    notifications()?.warning({
      title: translate(
        { zh: '{ok} 条成功，{fail} 条失败', en: '{ok} succeeded, {fail} failed' },
        { ok: data.okCount, fail: data.failCount },
      ),
      description: (
        <ul className="kit-reasons">
          {[...reasons].slice(0, NAMED_FAILURES).map(([msg, count]) => (
            <li key={msg}>
              {msg}
              {count > 1 && ` × ${count}`}
            </li>
          ))}
        </ul>
      ),
      duration: 0,
    });
    return;
  }
  showSuccess(
    hasTask(data)
      ? { zh: '任务已提交，可在任务中心查看进度', en: 'Task started; see the task centre for progress' }
      : isAsked(data)
        ? {
            zh: `已提交复核（${data.approvalNo}），由另一人复核后生效`,
            en: `Sent for approval (${data.approvalNo}); another person must approve it`,
          }
        : done,
  );
}

const hasFailures = (data: unknown): data is BulkOutcome => isBulkOutcome(data) && data.failCount > 0;

const isBulkOutcome = (data: unknown): data is BulkOutcome =>
  typeof data === 'object' &&
  data !== null &&
  'failCount' in data &&
  typeof data.failCount === 'number' &&
  'fails' in data &&
  Array.isArray(data.fails);

const isAsked = (data: unknown): data is { readonly approvalNo: string } =>
  typeof data === 'object' && data !== null && 'approvalNo' in data && typeof data.approvalNo === 'string';

const hasTask = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'taskNo' in data && typeof data.taskNo === 'string';
