import { financeLog, transfers } from '@trade-assistant/contract/areas/finance/log.ts';
import { first } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { TypeTag, WalletTag } from './log/tags.tsx';

/** Movements between two wallets, both sides in one row. */
export default resourcePage(transfers, {
  list: 'transfer-list',
  path: 'finance/transfer',
  exportCall: 'transfer-export',
  search: (fields) => first(fields, 'fromUserId', 'toUserId', 'createTime'),
  leading: [
    'createTime',
    'financeType',
    'fromUserName',
    'fromWallet',
    'toUserName',
    'toWallet',
    'amount',
    'transferNo',
  ],
  columns: {
    financeType: { render: ({ financeType }) => <TypeTag type={financeType} /> },
    fromWallet: { render: ({ fromWallet }) => <WalletTag kind={fromWallet} /> },
    toWallet: { render: ({ toWallet }) => <WalletTag kind={toWallet} /> },
    currency: { isHiddenAtFirst: true },
  },
  unmentioned: ['fromUserId', 'toUserId'],
  tabs: [
    {
      key: 'movements',
      label: { zh: '资金流水', en: 'Movements' },
      list: {
        resource: financeLog,
        filter: ({ transferNo }) => ({ journalNo: transferNo }),
        columns: ['userName', 'walletKind', 'direction', 'amount', 'afterAmount'],
        sort: '-createTime',
      },
    },
  ],
});
