import { DownOutlined } from '@ant-design/icons';
import { stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import { MAX_PAGE_SIZE } from '@trade-assistant/contract/kit/page.ts';
import Button from 'antd/es/button';
import { useMemo, useState } from 'react';
import { Chart, type ChartOption } from '../../../kit/chart/chart.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { countryName, useCountries } from '../../../kit/fields/country.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import { readStored, writeStored } from '../../../kit/storage.ts';
import { STOCK_STATES, type StockState } from '../parts/stock-states.ts';
import { byCountry } from './by-country.ts';
import styles from './stock-by-country.module.css';

const REMEMBERED = 'inventory-chart';
const MOST_COUNTRIES = 12;
/** Narrower than this the picture starts folded: the rows come first. */
const PHONE_WIDTH = 768;

/** The stock of the countries that have most of it, as far as the filters leave it. */
export function StockByCountry({ filters }: { filters: Readonly<Record<string, string>> }) {
  const t = useText();
  const [isOpen, setOpen] = useState(readStored<boolean>(REMEMBERED) ?? window.innerWidth >= PHONE_WIDTH);
  const toggle = () => {
    setOpen(!isOpen);
    writeStored(REMEMBERED, !isOpen);
  };
  return (
    <section className={styles.chart}>
      <header>
        <h2>{t({ zh: '各国库存', en: 'Stock by country' })}</h2>
        <Button
          type="link"
          size="small"
          aria-expanded={isOpen}
          icon={<DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />}
          iconPlacement="end"
          onClick={toggle}
        >
          {isOpen ? t({ zh: '收起', en: 'Hide' }) : t({ zh: '展开', en: 'Show' })}
        </Button>
      </header>
      {isOpen && <Picture filters={filters} />}
    </section>
  );
}

function Picture({ filters }: { filters: Readonly<Record<string, string>> }) {
  const t = useText();
  const locale = useLocale();
  const known = useCountries();
  const hasTotals = useCan('whatsapp/inventory:totals');
  const { data } = useCall(
    inventory,
    'page',
    { ...filters, current: 1, size: MAX_PAGE_SIZE, descs: 'sellable' },
    { keepPrevious: true },
  );
  const countries = useMemo(
    () => byCountry(data?.records ?? [], hasTotals).slice(0, MOST_COUNTRIES),
    [data, hasTotals],
  );
  const { entries } = useDictionary(stockStatus);
  const option = useMemo<ChartOption>(() => {
    const states: readonly StockState[] = hasTotals ? STOCK_STATES : ['available'];
    return {
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      legend: { top: 0, type: 'scroll' },
      grid: { left: 8, right: 8, top: 32, bottom: 0, containLabel: true },
      xAxis: {
        type: 'category',
        data: countries.map(({ code }) => known.get(code)?.name ?? countryName(code, locale)),
        axisLabel: { interval: 0, width: 72, overflow: 'truncate' },
      },
      yAxis: { type: 'value', splitNumber: 3 },
      series: states.map((state) => ({
        type: 'bar',
        stack: 'stock',
        barMaxWidth: 40,
        name: hasTotals ? entries[state][locale] : t({ zh: '可售', en: 'Sellable' }),
        itemStyle: {
          color: toneColour(entries[state].tone),
          ...(state === 'retired' ? { opacity: 0.4 } : {}),
        },
        data: countries.map(({ counts }) => counts[state] ?? 0),
      })),
    };
  }, [countries, entries, hasTotals, known, locale, t]);
  if (data && countries.length === 0) return <p className="kit-weak">{t({ zh: '没有库存', en: 'No stock' })}</p>;
  return <Chart option={option} height={168} label={t({ zh: '各国库存', en: 'Stock by country' })} />;
}
