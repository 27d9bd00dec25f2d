import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import { type ProofCheck, proofChecks } from '@trade-assistant/contract/areas/finance/proof-checks.ts';
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
                <td>{t(proofChecks[finding.check as ProofCheck] ?? { zh: finding.check, en: finding.check })}</td>
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
  ...['order-differs-from-charge', 'preorder-differs-from-hold'],
]);
const amountText = ({ check }: Finding, text: string): string =>
  AMOUNTS.has(check) ? text.replaceAll(/-?\d+/g, amountOf) : text || '–';

/** Always six decimals: these amounts may differ in the last one. */
function amountOf(micros: string): string {
  const sign = micros.startsWith('-') ? '-' : '';
  const digits = micros.replace('-', '').padStart(7, '0');
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
