import { DAY_SIDES, type DayLine, type DaySide, type financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import styles from './lines.module.css';
import { Amount, LINE_NAMES, SIDE_NAMES } from './names.tsx';
import Rows from './rows.tsx';

export type Report = CallData<typeof financeDay, 'today', 'in'>;
type Line = Report['lines'][number];

const isEmpty = (line: Line) =>
  DAY_SIDES.every((side) => line[side] === null || line[side] === '0') && line.difference === '0';
/** Always there, also on a day without any. */
const ALWAYS: readonly DayLine[] = ['recharge', 'payout', 'sale', 'refund', 'wallets'];

/** The totals of the sources side by side; every figure opens the rows it sums up. */
export function Lines({ report, before }: { report: Report; before?: Report | null }) {
  const t = useText();
  const locale = useLocale();
  const businesses = useDictionary(businessType);
  const [opened, setOpened] = useState<{ line: Line; side: DaySide; differs?: DaySide } | null>(null);
  const nameOf = ({ line, part }: Line) => {
    if (part === null) return t(LINE_NAMES[line]);
    const key = Object.keys(businessType.is).find((one) => one === part);
    const value = key && businessType.is[key as keyof typeof businessType.is];
    const entry = Object.values(businesses.entries).find((one) => one.value === value);
    return entry?.[locale] ?? part;
  };
  const was = (line: Line) => before?.lines.find((one) => one.line === line.line && one.part === line.part);
  const shown = report.lines.filter(
    (line) => !isEmpty(line) || (line.part === null && ALWAYS.includes(line.line)) || was(line),
  );
  return (
    <div className={styles.scroll}>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '项目（{currency}）', en: 'Figure ({currency})' }, { currency: report.currency })}</th>
            {DAY_SIDES.map((side) => (
              <th key={side} data-align="right">
                {t(SIDE_NAMES[side])}
              </th>
            ))}
            <th data-align="right">{t({ zh: '差额', en: 'Difference' })}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={`${line.line} ${line.part}`} data-part={line.part !== null || undefined} className={styles.line}>
              <td>{nameOf(line)}</td>
              {DAY_SIDES.map((side) => (
                <td key={side} data-align="right" className="kit-number">
                  <Figure
                    line={line}
                    side={side}
                    was={was(line)?.[side]}
                    name={`${nameOf(line)} ${t(SIDE_NAMES[side])}`}
                    onOpen={() => setOpened({ line, side })}
                  />
                </td>
              ))}
              <td data-align="right" className="kit-number" data-differs={line.difference !== '0' || undefined}>
                {line.difference === '0' ? (
                  <span className="kit-weak">0</span>
                ) : (
                  <Button
                    type="link"
                    danger
                    size="small"
                    onClick={() => setOpened({ line, ...differingSides(line) })}
                    aria-label={t({ zh: '查看{name}不符的单据', en: 'Mismatches in {name}' }, { name: nameOf(line) })}
                  >
                    <Amount line={line.line} wire={line.difference} />
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {opened && (
        <Rows
          day={report.day}
          line={opened.line.line}
          {...(opened.line.part === null ? {} : { part: opened.line.part })}
          side={opened.side}
          {...(opened.differs ? { differs: opened.differs } : {})}
          from={report.from}
          until={report.until}
          title={nameOf(opened.line)}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

/** Returns the first side, and the one that differs from it. */
function differingSides(line: Line): { side: DaySide; differs: DaySide } {
  const sides = DAY_SIDES.filter((side) => line[side] !== null);
  const [first = 'ledger', second = 'documents'] = sides;
  return { side: first, differs: sides.find((side) => line[side] !== line[first]) ?? second };
}

interface FigureProps {
  readonly line: Line;
  readonly side: DaySide;
  readonly was: string | null | undefined;
  readonly name: string;
  readonly onOpen: () => void;
}

function Figure({ line, side, was, name, onOpen }: FigureProps) {
  const t = useText();
  const wire = line[side];
  if (wire === null) return <span className="kit-weak">–</span>;
  // The wallets' last balances are no sum of rows.
  const isSum = !(line.line === 'wallets' && side === 'documents');
  return (
    <>
      {isSum && wire !== '0' ? (
        <Button
          type="link"
          size="small"
          className={styles.figure ?? ''}
          onClick={onOpen}
          aria-label={`${name} ${wire}`}
        >
          <Amount line={line.line} wire={wire} />
        </Button>
      ) : (
        <Amount line={line.line} wire={wire} />
      )}
      {was !== undefined && was !== null && was !== wire && (
        <div className={styles.was} title={t({ zh: '日结时', en: 'At close' })}>
          <Amount line={line.line} wire={was} />
        </div>
      )}
    </>
  );
}
