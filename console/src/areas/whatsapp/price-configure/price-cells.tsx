import { activePeriod, priceKind, priceLevel } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Input from 'antd/es/input/Input';
import { Link } from 'react-router';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { CountryValue, countryName } from '../../../kit/fields/country.tsx';
import { cleanMoney } from '../../../kit/fields/money.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import styles from './price-matrix.module.css';

export type Price = WireRowOf<typeof priceConfigure>;

/** A place of the matrix: the price there, or another price of the same row where it is empty. */
export interface Cell {
  readonly key: string;
  readonly price: Price | undefined;
  readonly like: Price;
  readonly agentLevel: number;
}

/** Why a cell could not be saved, and the price that is in its way. */
export interface Refusal {
  readonly text: string;
  readonly other?: string | undefined;
}

interface Row {
  readonly key: string;
  readonly like: Price;
  readonly cells: readonly Cell[];
}

/** Returns the matrix of prices of one service: a row for each subject and country, a cell for each agent level. */
export function rowsOf(prices: readonly Price[], levels: readonly number[]): Row[] {
  const rows = Map.groupBy(prices, (price) =>
    [price.countryCode, price.filterType ?? '', price.activePeriod ?? ''].join(' '),
  );
  return [...rows.entries()].flatMap(([key, some]) => {
    const [like] = some;
    if (!like) return [];
    const cells = levels.map((agentLevel) => {
      const price = some.find((one) => one.agentLevel === agentLevel);
      return { key: price?.id ?? `${key} ${agentLevel}`, price, like, agentLevel };
    });
    return [{ key, like, cells }];
  });
}

interface PriceCellsProps {
  readonly rows: readonly Row[];
  readonly typed: Readonly<Record<string, string>>;
  readonly refused: Readonly<Record<string, Refusal>>;
  readonly isBusy: boolean;
  readonly onType: (key: string, value: string) => void;
}

export function PriceCells({ rows, typed, refused, isBusy, onType }: PriceCellsProps) {
  const t = useText();
  const locale = useLocale();
  const { entries } = useDictionary(priceLevel);
  const nameOf = (level: number) => Object.values(entries).find(({ value }) => value === level)?.[locale] ?? '';
  return (
    <div className={styles.scroll}>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '国家', en: 'Country' })}</th>
            {rows[0]?.cells.map(({ agentLevel }) => (
              <th key={agentLevel} data-align="right">
                {nameOf(agentLevel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, like, cells }) => (
            <tr key={key}>
              <td>
                <CountryValue code={like.countryCode} />
                {like.filterType != null && <DictValue dictionary={priceKind} value={like.filterType} />}
                {like.activePeriod != null && <DictValue dictionary={activePeriod} value={like.activePeriod} />}
              </td>
              {cells.map((cell) => {
                const refusal = refused[cell.key];
                return (
                  <td key={cell.agentLevel} data-align="right">
                    <Input
                      size="small"
                      className={`kit-number ${styles.cell}`}
                      inputMode="decimal"
                      autoComplete="off"
                      aria-label={`${countryName(like.countryCode, locale)} ${nameOf(cell.agentLevel)}`}
                      placeholder={cell.price ? '' : t({ zh: '新增', en: 'Add' })}
                      disabled={isBusy}
                      status={refusal ? 'error' : ''}
                      value={typed[cell.key] ?? cell.price?.salePrice ?? ''}
                      onFocus={(event) => event.target.select()}
                      onChange={(event) => onType(cell.key, cleanMoney(event.target.value))}
                    />
                    {refusal && (
                      <div role="alert">
                        <p className="kit-bad">{refusal.text}</p>
                        {refusal.other && (
                          <Link to={`/whatsapp/price-configure/index?record=${refusal.other}`}>
                            {t({ zh: '打开该价格', en: 'Open that price' })}
                          </Link>
                        )}
                      </div>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
