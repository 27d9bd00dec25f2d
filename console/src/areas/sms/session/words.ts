import { sessionEnd, sessionEventKind, sessionFlag } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Translate } from '../../../kit/i18n.ts';
import type { Entry } from './thread-state.ts';

const KIND = sessionEventKind.is;

/** Returns the line of an entry that is no text. */
export function eventWords({ kind, userName, node }: Entry, t: Translate, locale: Locale): string {
  const by = userName ?? t({ zh: '系统', en: 'The system' });
  switch (kind) {
    case KIND.assigned:
      return node === 'automatic'
        ? t({ zh: '自动分配给 {by}', en: 'Assigned to {by} automatically' }, { by })
        : node
          ? t({ zh: '{from} 转交给 {by}', en: '{from} assigned it to {by}' }, { by, from: node })
          : t({ zh: '{by} 领取', en: '{by} took it' }, { by });
    case KIND.released:
      return t({ zh: '{by} 释放', en: '{by} released it' }, { by });
    case KIND.closed: {
      const why = entryOf(sessionEnd, Number(node))?.[locale];
      return userName
        ? t({ zh: '{by} 关闭', en: '{by} closed it' }, { by })
        : t({ zh: '已关闭：{why}', en: 'Closed: {why}' }, { why });
    }
    case KIND.reopened:
      return userName
        ? t({ zh: '{by} 重新打开', en: '{by} reopened it' }, { by })
        : t({ zh: '对方来信，重新打开', en: 'Reopened by a new text' });
    case KIND.optedOut:
      return userName
        ? t({ zh: '{by} 按退订处理', en: '{by} treated it as an opt-out' }, { by })
        : t({ zh: '对方已退订', en: 'This person opted out' });
    case KIND.snoozed:
      return node === '0'
        ? t({ zh: '{by} 取消稍后处理', en: '{by} ended the snooze' }, { by })
        : t({ zh: '{by} 稍后处理 {n} 分钟', en: '{by} snoozed it for {n} min' }, { by, n: node });
    case KIND.flagged:
      return Object.values(sessionFlag.entries)
        .filter(({ value }) => (Number(node) & value) !== 0)
        .map((flag) => flag[locale])
        .join(' · ');
    default:
      return entryOf(sessionEventKind, kind)?.[locale] ?? '';
  }
}
