import { seedTaskStatus } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import type { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { seedCheatFields } from '@trade-assistant/contract/areas/whatsapp/embedded-task-fields.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { groupedMoney } from '../../../kit/fields/money.ts';
import type { NamedFields } from '../../../kit/form/values.ts';

export type TaskRow = WireRowOf<typeof embeddedNumberTask>;

const { reported, approved, rejected, timedOut } = seedTaskStatus.is;
const reason = textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true });
const note = textarea({ label: { zh: '审核意见', en: 'Note' }, max: REASON_MAX });

/** A change of one of the two flags of a task. */
export interface FlagChange {
  readonly key: 'approve' | 'reject' | 'cheat' | 'withdraw';
  readonly call: 'update-isApproval' | 'update-isCheat';
  readonly status: 0 | 1;
  readonly permission: 'approve' | 'cheat';
  readonly label: Text;
  readonly isDangerous?: true;
  readonly isOffered: (row: TaskRow) => boolean;
  /** Its effect on orders and money. */
  readonly effect: (row: TaskRow) => Text;
  readonly fields: NamedFields;
  readonly done: Text;
}

const isIn = (states: readonly number[]) => (row: TaskRow) => states.includes(row.status);
const amountOf = (wire: string): string => `${groupedMoney(wire)} ${BOOK_CURRENCY}`;
const isRewarded = ({ appUserId, reportTime, dueTime, reward }: TaskRow): boolean =>
  appUserId !== null && reportTime !== null && dueTime !== null && reportTime <= dueTime && Number(reward) > 0;

const changes = {
  approve: {
    key: 'approve',
    call: 'update-isApproval',
    status: 1,
    permission: 'approve',
    label: { zh: '通过', en: 'Approve' },
    isOffered: (row) => row.isCheat === 0 && isIn([reported, timedOut, rejected])(row),
    effect: (row) =>
      isRewarded(row)
        ? {
            zh: `通过后向面板成员发放奖励 ${amountOf(row.reward)}（先抵扣其欠款，不超过每日上限）。`,
            en: `Pays the panel member ${amountOf(row.reward)}, after deducting their debt and up to the daily limit.`,
          }
        : { zh: '通过后不发放奖励。', en: 'No reward is paid.' },
    fields: { reason: note },
    done: { zh: '已通过', en: 'Approved' },
  },
  reject: {
    key: 'reject',
    call: 'update-isApproval',
    status: 0,
    permission: 'approve',
    label: { zh: '驳回', en: 'Reject' },
    isDangerous: true,
    isOffered: isIn([reported, timedOut, approved]),
    effect: ({ rewardPaid }) =>
      Number(rewardPaid) > 0
        ? {
            zh: `收回已发奖励 ${amountOf(rewardPaid)}；余额不足的部分从以后的奖励中扣除。`,
            en: `Takes back the reward of ${amountOf(rewardPaid)}; what the balance does not cover is deducted from later rewards.`,
          }
        : { zh: '任务不发放奖励。', en: 'The task is not rewarded.' },
    fields: { reason },
    done: { zh: '已驳回', en: 'Rejected' },
  },
  cheat: {
    key: 'cheat',
    call: 'update-isCheat',
    status: 1,
    permission: 'cheat',
    label: { zh: '判定作弊', en: 'Mark as cheating' },
    isDangerous: true,
    isOffered: (row) => row.isCheat === 0 && isIn([reported, timedOut, approved, rejected])(row),
    effect: ({ rewardPaid, appUserId }) => {
      const isPaid = Number(rewardPaid) > 0;
      const who =
        appUserId === null ? { zh: '反馈人', en: 'its reporter' } : { zh: '面板成员', en: 'the panel member' };
      return {
        zh: `${isPaid ? `收回奖励 ${amountOf(rewardPaid)}，` : ''}驳回任务并建立合规工单；${who.zh}可在 7 天内申诉。`,
        en: `${isPaid ? `Takes back the reward of ${amountOf(rewardPaid)}, rejects` : 'Rejects'} the task and opens a compliance case; ${who.en} may appeal for 7 days.`,
      };
    },
    fields: seedCheatFields,
    done: { zh: '已判定作弊', en: 'Marked as cheating' },
  },
  withdraw: {
    key: 'withdraw',
    call: 'update-isCheat',
    status: 0,
    permission: 'cheat',
    label: { zh: '撤销作弊判定', en: 'Withdraw the mark' },
    isOffered: ({ isCheat }) => isCheat === 1,
    effect: () => ({
      zh: '申诉成立，任务回到待审核；须由判定人以外的人操作。',
      en: 'The appeal is upheld and the task is reviewed again. Only a person other than the one who marked it may do this.',
    }),
    fields: { reason },
    done: { zh: '作弊判定已撤销', en: 'No longer marked as cheating' },
  },
} as const satisfies Record<string, FlagChange>;

export const flagChanges: readonly FlagChange[] = Object.values(changes);

/** Returns the change that a switch of a flag makes. */
export const changeOf = (flag: 'isApproval' | 'isCheat', isOn: boolean): FlagChange => {
  if (flag === 'isApproval') return isOn ? changes.approve : changes.reject;
  return isOn ? changes.cheat : changes.withdraw;
};
