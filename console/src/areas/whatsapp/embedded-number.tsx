import { embeddedNumber } from '@trade-assistant/contract/areas/whatsapp/embedded-number.ts';
import { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { without } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** The pool of seed numbers with their use and accuracy. */
export default resourcePage(embeddedNumber, {
  leading: ['number', 'countryCode', 'channel', 'status', 'usedToday', 'successRate', 'lastUsedTime', 'ownerKind'],
  columns: {
    usedToday: {
      title: { zh: '今日已用/上限', en: 'Used today / limit' },
      render: ({ usedToday, dailyLimit }) => (
        <span className={usedToday >= dailyLimit ? 'kit-number kit-bad' : 'kit-number'}>
          {usedToday} / {dailyLimit}
        </span>
      ),
    },
    dailyLimit: { isHiddenAtFirst: true },
  },
  // Members add their numbers themselves.
  form: { fields: (fields) => without(fields, 'ownerKind', 'appUserId') },
  search: (fields) => without(fields, 'appUserId'),
  unmentioned: ['appUserId', 'consentId'],
  tabs: [
    {
      key: 'tasks',
      label: { zh: '任务', en: 'Tasks' },
      list: {
        resource: embeddedNumberTask,
        filter: ({ id }) => ({ embeddedNumberId: id }),
        columns: ['taskNo', 'orderNo', 'dispatchTime', 'matchResult', 'status'],
      },
    },
  ],
});
