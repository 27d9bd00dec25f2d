import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import { WalletTag } from '../log/tags.tsx';
import styles from './findings.module.css';

type Finding = CallData<typeof financeProof, 'findings', 'in'>[number];

const CHECKS: Readonly<Record<string, Text>> = {
  'journal-unbalanced': { zh: '凭证借贷不平', en: 'Entry does not balance' },
  'books-unbalanced': { zh: '总账借贷不平', en: 'Ledger does not balance' },
  'wallet-differs-from-entries': { zh: '余额与分录不符', en: 'Balance differs from its entries' },
  'hold-wallet-differs-from-holds': { zh: '冻结余额与冻结记录不符', en: 'Held balance differs from its holds' },
  'hold-exceeded': { zh: '冻结记录已超额', en: 'More deducted than held' },
  'hold-differs-from-journals': { zh: '冻结记录与凭证不符', en: 'Hold differs from its journals' },
  'path-differs-from-user': { zh: '上级路径与用户不符', en: 'Agent path differs from the user’s' },
  'journal-changed': { zh: '凭证被修改、删除或插入', en: 'Entry was changed, removed or inserted' },
  'journal-chain-end-differs': { zh: '凭证链尾不符', en: 'Entry chain has a wrong end' },
  'proof-changed': { zh: '核对记录被修改或删除', en: 'Verification record was changed or removed' },
  'chain-gap': { zh: '余额前后不衔接', en: 'Consecutive balances do not match' },
  'refund-exceeds-charge': { zh: '退款超过扣款', en: 'Refunds exceed the charge' },
  'log-differs-from-entries': { zh: '资金流水与分录不符', en: 'Finance log differs from the entries' },
  'totals-differ-from-log': { zh: '累计数与资金流水不符', en: 'Totals differ from the finance log' },
  'entry-outside-months': { zh: '分录不在任何月份分区', en: 'Entries outside the monthly partitions' },
  'entry-changed': { zh: '凭证或分录被修改', en: 'Entry or line was changed' },
  'entry-differs-from-journal': { zh: '分录与其凭证不一致', en: 'Line does not match its entry' },
  'chain-end-differs': { zh: '钱包链尾不符', en: 'Wallet chain has a wrong end' },
  'order-incomplete': { zh: '订单已付款但号码不足', en: 'Paid order is missing numbers' },
  'order-differs-from-charge': { zh: '订单金额与扣款、退款不符', en: 'Order differs from its charge or refund' },
  'root-differs': { zh: '与上次记录的根值不符', en: 'Differs from the last recorded root' },
};

/** The findings of a run, each with links to the records concerned. */
export function Findings({ id, count }: { id: string; count: number }) {
  const t = useText();
  const { data, error, isPending } = useCall(financeProof, 'findings', { id });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} className="kit-alert" />;
  if (isPending) return <Skeleton active />;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '不符项', en: 'Mismatches' })}</h2>
      {count > data.length && (
        <p className="kit-weak">
          {t(
            { zh: '共 {all} 项，保留前 {n} 项', en: '{all} in total; the first {n} are kept' },
            { n: data.length, all: count },
          )}
        </p>
      )}
      <div className={styles.scroll}>
        <table className="kit-lines">
          <thead>
            <tr>
              <th>{t({ zh: '问题', en: 'Issue' })}</th>
              <th>{t({ zh: '对象', en: 'Object' })}</th>
              <th>{t({ zh: '应为', en: 'Expected' })}</th>
              <th>{t({ zh: '实为', en: 'Actual' })}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((finding) => (
              <tr key={`${finding.check} ${finding.key}`}>
                <td>{t(CHECKS[finding.check] ?? { zh: finding.check, en: finding.check })}</td>
                <td>
                  <About finding={finding} />
                </td>
                <td className={styles.figure}>{amountText(finding, finding.expected)}</td>
                <td className={styles.figure}>{amountText(finding, finding.actual)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function About({ finding: { check, key, userId, userName, walletKind, journalNo, holdNo } }: { finding: Finding }) {
  const canSeeLog = useCan('finance/log:view');
  const log = (query: Record<string, string>, words: string) =>
    canSeeLog ? <Link to={`/finance/log/index?${new URLSearchParams(query)}`}>{words}</Link> : words;
  const canSeeOrders = useCan('agent/product:orders');
  if (check.startsWith('order-'))
    return canSeeOrders ? (
      <Link to={`/agent/product-order/index?${new URLSearchParams({ orderNo: key })}`}>{key}</Link>
    ) : (
      <span className={styles.figure}>{key}</span>
    );
  const wallet: Record<string, string> = walletKind === null ? {} : { walletKind: String(walletKind) };
  if (!userId && !journalNo && !holdNo) return <span className={styles.figure}>{key}</span>;
  return (
    <span className={styles.about}>
      {userId && log({ userId, ...wallet }, userName ?? userId)}
      {walletKind !== null && <WalletTag kind={walletKind} />}
      {journalNo && log({ journalNo }, journalNo)}
      {holdNo && <span>{holdNo}</span>}
    </span>
  );
}

/** Formats sums, which the ledger keeps in micro-units; hashes and texts stay as they are. */
const AMOUNTS = new Set([
  ...['journal-unbalanced', 'books-unbalanced', 'wallet-differs-from-entries', 'hold-wallet-differs-from-holds'],
  ...['hold-exceeded', 'hold-differs-from-journals', 'chain-gap', 'refund-exceeds-charge', 'totals-differ-from-log'],
  'order-differs-from-charge',
]);
const amountText = ({ check }: Finding, text: string): string =>
  AMOUNTS.has(check) ? text.replaceAll(/-?\d+/g, amountOf) : text || '–';

/** Always six decimals: these amounts may differ in the last one. */
function amountOf(micros: string): string {
  const sign = micros.startsWith('-') ? '-' : '';
  const digits = micros.replace('-', '').padStart(7, '0');
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
