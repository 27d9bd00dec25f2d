import { type DayLine, type DaySide, financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import Alert from 'antd/es/alert';
import Pagination from 'antd/es/pagination';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import styles from './lines.module.css';
import { Amount, SIDE_NAMES } from './names.tsx';

interface RowsProps {
  readonly day: string;
  readonly line: DayLine;
  readonly part?: string;
  readonly side: DaySide;
  /** The side to compare with: shows only rows that differ. */
  readonly differs?: DaySide;
  readonly from: string;
  readonly until: string;
  readonly title: string;
  readonly onClose: () => void;
}

const SIZE = 20;

/** The rows summed up in a figure, or those on which two sides differ. */
export default function Rows({ day, line, part, side, differs, from, until, title, onClose }: RowsProps) {
  const t = useText();
  const [current, setCurrent] = useState(1);
  const { data, error, isPending } = useCall(
    financeDay,
    'rows',
    { day, line, side, ...(part === undefined ? {} : { part }), ...(differs ? { differs } : {}), current, size: SIZE },
    { keepPrevious: true },
  );
  const list = listOf(line, side, part, { from, until });
  return (
    <SidePanel
      title={`${day} · ${title} · ${t(SIDE_NAMES[side])}${differs ? ` ≠ ${t(SIDE_NAMES[differs])}` : ''}`}
      width={760}
      onClose={onClose}
    >
      {error && <Alert type="error" showIcon title={messageOf(error)} className="kit-alert" />}
      {isPending && <Skeleton active />}
      {data && (
        <>
          <p className="kit-weak">
            {t({ zh: '共 {n} 条', en: '{n} rows' }, { n: data.total })}
            {!differs && (
              <>
                {' · '}
                {t({ zh: '合计', en: 'Sum' })} <Amount line={line} wire={data.sum} currency={data.currency} />
              </>
            )}
            {list && !differs && (
              <>
                {' · '}
                <Link to={list} onClick={onClose}>
                  {t({ zh: '在列表中打开', en: 'Open in its list' })}
                </Link>
              </>
            )}
          </p>
          {differs && (
            <p>
              {t({
                zh: '以下单据两边金额不一致；“–”表示对方没有这笔记录。',
                en: 'These documents have different amounts on the two sides; “–” means the other side has no record.',
              })}
            </p>
          )}
          <div className={styles.scroll}>
            <table className="kit-lines">
              <thead>
                <tr>
                  <th>{t({ zh: '单号', en: 'No.' })}</th>
                  <th>{t({ zh: '用户', en: 'User' })}</th>
                  <th>{t({ zh: '时间', en: 'Time' })}</th>
                  <th data-align="right">{t(SIDE_NAMES[side])}</th>
                  {differs && <th data-align="right">{t(SIDE_NAMES[differs])}</th>}
                </tr>
              </thead>
              <tbody>
                {data.records.map((row) => (
                  <tr key={`${row.no} ${row.time} ${row.amount}`} className={styles.line}>
                    <td>
                      {row.route ? (
                        <Link to={row.route} onClick={onClose}>
                          {row.no}
                        </Link>
                      ) : (
                        row.no
                      )}
                    </td>
                    <td>{row.name ?? '–'}</td>
                    <td>{row.time}</td>
                    <td data-align="right" className="kit-number">
                      <Amount line={line} wire={row.amount} currency={data.currency} />
                    </td>
                    {differs && (
                      <td data-align="right" className="kit-number" data-differs>
                        {row.other === null ? '–' : <Amount line={line} wire={row.other} currency={data.currency} />}
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {data.total > SIZE && (
            <Pagination
              size="small"
              current={current}
              pageSize={SIZE}
              total={data.total}
              showSizeChanger={false}
              onChange={setCurrent}
            />
          )}
        </>
      )}
    </SidePanel>
  );
}

const RECHARGED = 1;

/** Returns the list of these rows with matching filters, where one exists. */
function listOf(
  line: DayLine,
  side: DaySide,
  part: string | undefined,
  { from, until }: { from: string; until: string },
): string | null {
  const range = (field: string) => ({ [`${field}_dategt`]: from, [`${field}_datelt`]: until });
  const at = (path: string, filters: Record<string, string>) => `/${path}/index?${new URLSearchParams(filters)}`;
  const method = part === undefined ? {} : { paymentMethod: part };
  if (side === 'reports' && line === 'recharge')
    return at('finance/log', { financeType_in: String(RECHARGED), ...range('createTime') });
  if (line === 'wallets') return at('finance/log', range('createTime'));
  if (line === 'recharge') return at('agent/recharge', { ...method, ...range('auditTime') });
  if (line === 'payout' || line === 'fee') return at('agent/withdrawal', { ...method, ...range('paidTime') });
  if (line === 'sale' || line === 'refund') return null;
  if (line === 'numbers') return at('whatsapp/outbound', range('deliverTime'));
  if (line === 'placed') return at('agent/product-order', range('createTime'));
  return null;
}
