import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { useTaskProgress } from '../../tasks/use-task-progress.ts';
import type { Order, OrderResource } from '../types.ts';

const ASK_MILLIS = 1_000;

/** A new order on its way: the draft whose list is read, its check, and the confirmation. */
export function useNewOrder(resource: OrderResource, given: Order | undefined, onClose: () => void) {
  const t = useText();
  const [draft, setDraft] = useState<{ readonly id: string; readonly jobTaskNo: string } | null>(given ?? null);
  const [isRead, setRead] = useState(given?.isRead === 1);
  const id = draft?.id ?? '';
  const order = useCall(
    resource,
    'detail',
    { id },
    { enabled: draft !== null, staleMillis: 0, everyMillis: isRead ? false : ASK_MILLIS },
  );
  if (!isRead && draft !== null && order.data?.id === id && order.data.isRead === 1) setRead(true);
  const reading = useTaskProgress(draft !== null && !isRead ? draft.jobTaskNo : null);
  const hasFailed = reading.task !== undefined && reading.task.state === taskState.is.failed;
  const summary = useCall(resource, 'summary', { id }, { enabled: isRead, staleMillis: 0 });
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });

  const save = (input: Readonly<Record<string, unknown>>) =>
    attempt(async (idempotencyKey) => {
      const made = await call(resource, 'save', input as never, { idempotencyKey });
      setRead(false);
      setDraft(made);
      void invalidate(resource);
    });
  /** Removes the draft, so that another one replaces it. */
  const discard = () => {
    if (draft)
      void call(resource, 'remove', { ids: draft.id }).then(
        () => invalidate(resource),
        () => undefined,
      );
    setDraft(null);
    setRead(false);
  };
  const leaveOut = (countryCodes: readonly string[]) =>
    attempt(async (idempotencyKey) => {
      await call(resource, 'leave-out', { id, countryCodes: [...countryCodes] }, { idempotencyKey });
      await summary.refetch();
      void invalidate(resource);
    });
  const confirm = () =>
    attempt(async (idempotencyKey) => {
      const total = summary.data?.total ?? null;
      try {
        const { status } = await call(
          resource,
          'confirm',
          { id, ...(total === null ? {} : { expectedTotal: total }) },
          { idempotencyKey },
        );
        showSuccess(
          status === orderStatus.is.review
            ? t({ zh: '已提交审核', en: 'Sent for review' })
            : status === orderStatus.is.queued
              ? t({ zh: '已提交，等待发送', en: 'Confirmed; it waits to be sent' })
              : t({ zh: '已开始发送', en: 'Sending has started' }),
        );
        onClose();
      } finally {
        void summary.refetch();
        void invalidate(resource);
      }
    });
  return {
    draft,
    order: order.data,
    summary,
    reading: draft !== null && !isRead ? reading : null,
    readProblem: hasFailed ? (reading.task?.failure ?? t({ zh: '名单无法读取', en: 'The list cannot be read' })) : null,
    isBusy,
    problem,
    save,
    discard,
    leaveOut,
    confirm,
  };
}
