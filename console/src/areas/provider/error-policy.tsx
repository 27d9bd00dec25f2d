import { errorPolicy } from '@trade-assistant/contract/areas/provider/error-policy.ts';
import { useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** A text in the reader's language. */
function Words({ zh, en }: { zh: string | null; en: string | null }) {
  const t = useText();
  return t({ zh: zh ?? '', en: en ?? zh ?? '' });
}

/** Consequences of error codes of message channels. */
export default resourcePage(errorPolicy, {
  leading: [
    'protocol',
    'errorCode',
    'meaning',
    'policyClass',
    'delaySeconds',
    'triesMax',
    'isSuppressing',
    'isBuiltIn',
  ],
  columns: {
    protocol: { width: 160 },
    errorCode: { width: 150 },
    meaning: {
      title: { zh: '含义', en: 'Meaning' },
      width: 'rest',
      render: ({ meaning, meaningEn }) => <Words zh={meaning} en={meaningEn} />,
    },
    meaningEn: false,
    policyClass: { width: 160 },
    delaySeconds: { width: 110 },
    triesMax: { width: 100 },
    isSuppressing: { width: 120 },
    isBuiltIn: { width: 100 },
    createTime: { isHiddenAtFirst: true },
  },
  unmentioned: ['reason'],
  isRemovable: ({ isBuiltIn }) => isBuiltIn === 0,
});
