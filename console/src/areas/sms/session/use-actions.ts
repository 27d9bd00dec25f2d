import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showError, showSuccess } from '../../../kit/feedback.tsx';
import type { useQueue } from './use-queue.ts';

type Calls = 'take' | 'release' | 'give' | 'close' | 'reopen' | 'snooze' | 'opt-out';
export const TAKEN = { zh: '已领取', en: 'Taken' } as const;
/** Minutes for which the key snoozes a session. */
const SNOOZE_MINUTES = 60;

interface Where {
  readonly queue: Pick<ReturnType<typeof useQueue>, 'after'>;
  readonly openId: string | null;
  readonly open: (id: string | null) => void;
}

/** The actions of a reader on a session, one at a time. */
export function useActions({ queue, openId, open }: Where) {
  const [isBusy, setBusy] = useState(false);
  const run = async <K extends Calls>(name: K, input: CallInput<typeof smsSession, K, 'in'>, done?: Text) => {
    if (isBusy) return false;
    setBusy(true);
    try {
      await call(smsSession, name, input);
      if (done) showSuccess(done);
      await invalidate(smsSession);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const leave = (id: string, next: string | null) => {
    if (openId === id) open(next);
  };
  return {
    isBusy,
    take: (id: string) => run('take', { ids: id }, TAKEN),
    release: (id: string) => run('release', { ids: id }, { zh: '已释放', en: 'Released' }),
    give: (id: string, userId: string) => run('give', { ids: id, userId }, { zh: '已转交', en: 'Assigned' }),
    reopen: (id: string) => run('reopen', { id }, { zh: '已重新打开', en: 'Reopened' }),
    optOut: (id: string) => run('opt-out', { id }, { zh: '已按退订处理', en: 'Treated as an opt-out' }),
    snooze: async (id: string, minutes = SNOOZE_MINUTES) => {
      const next = queue.after(id);
      if (await run('snooze', { id, minutes }, { zh: '稍后处理', en: 'Snoozed' })) leave(id, next);
    },
    close: (id: string) => run('close', { ids: id }, { zh: '已关闭', en: 'Closed' }),
    closeAndNext: async (id: string) => {
      const next = queue.after(id);
      if (await run('close', { ids: id }, { zh: '已关闭', en: 'Closed' })) leave(id, next);
    },
  };
}
export type Actions = ReturnType<typeof useActions>;
