import {
  APP_MESSAGE_MAX,
  APP_MESSAGE_USERS_MAX,
  type appUser,
  type basicAppUsers,
  LOCK_DAYS_MAX,
} from '@trade-assistant/contract/areas/user/app-user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { int, textarea } from '@trade-assistant/contract/kit/field.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import type { CallName } from '../../../kit/client/call.ts';
import type { RowAction } from '../../../kit/list/types.ts';

interface Named {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly status: number;
}

const idsOf = (rows: readonly Named[]): string => rows.map(({ id }) => id).join(',');
const calledOf = (rows: readonly Named[]): string => rows[0]?.realName ?? '';

export const reasonField = textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true });

const lockFields = {
  day: int({
    label: { zh: '锁定天数', en: 'Days' },
    help: { zh: '到期自动解锁', en: 'Unlocks automatically after this many days' },
    min: 1,
    max: LOCK_DAYS_MAX,
    required: true,
    initial: 1,
  }),
  reason: reasonField,
};

const messageFields = {
  message: textarea({
    label: { zh: '内容', en: 'Message' },
    help: { zh: '纯文本，作为站内消息发送', en: 'Plain text, sent to the inbox of each user' },
    max: APP_MESSAGE_MAX,
    required: true,
  }),
};

type Action = RowAction<Named, CallName<typeof appUser> & CallName<typeof basicAppUsers>>;

/** What support does with users, in the full and in the reduced list. */
export const supportActions: readonly Action[] = [
  {
    key: 'lock',
    on: 'both',
    label: { zh: '锁定', en: 'Lock' },
    permission: 'lock',
    isDangerous: true,
    isOffered: ({ status }) => status === userStatus.is.active || status === userStatus.is.locked,
    confirm: {
      zh: '锁定后立即退出登录，提现暂停，余额不变。',
      en: 'Users are signed out at once and withdrawals wait; money stays.',
    },
    fields: lockFields,
    initial: () => ({ day: 1 }),
    call: 'lock-account',
    input: (rows, values) => ({ ids: idsOf(rows), ...values }),
    done: (rows, _answer, { day }) =>
      rows.length === 1
        ? {
            zh: `已锁定 ${calledOf(rows)} ${day} 天`,
            en: `${calledOf(rows)} is locked for ${day} {n|day|days}`.replace(
              '{n|day|days}',
              day === 1 ? 'day' : 'days',
            ),
          }
        : { zh: `已锁定 ${rows.length} 人`, en: `${rows.length} users locked` },
  },
  {
    key: 'unlock',
    label: { zh: '解锁', en: 'Unlock' },
    permission: 'lock',
    isOffered: ({ status }) => status === userStatus.is.locked,
    call: 'lock-account',
    input: (rows) => ({ ids: idsOf(rows), day: 0 }),
    done: (rows) => ({ zh: `已解锁 ${calledOf(rows)}`, en: `${calledOf(rows)} is unlocked` }),
  },
  {
    key: 'message',
    on: 'both',
    label: { zh: '发消息', en: 'Send message' },
    permission: 'message',
    fields: messageFields,
    initial: () => ({}),
    call: 'send-message',
    input: (rows, values) => ({ ids: idsOf(rows.slice(0, APP_MESSAGE_USERS_MAX)), ...values }),
    done: (_rows, answer) => {
      const { count } = answer as { readonly count: number };
      return { zh: `已发送给 ${count} 人`, en: `Message sent to ${count} ${count === 1 ? 'user' : 'users'}` };
    },
  },
];
