import type { inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { Link } from 'react-router';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { currentZone } from '../../../kit/zone.ts';

type Row = WireRowOf<typeof inventory>;

interface RowsLinkProps {
  readonly row: Row;
  readonly of: 'lockedForPreorder' | 'soldToday' | 'sold7d';
  /** Filters of the warehouse beside the kind of number. */
  readonly filter: Readonly<Record<string, string>>;
}

const DAY_MILLIS = 86_400_000;

/** The filter of numbers delivered since the start of a day before today. */
export const since = (daysAgo: number) => ({
  assignTime_ge: `${formatTime(new Date(Date.now() - daysAgo * DAY_MILLIS), currentZone()).slice(0, 10)} 00:00:00`,
});

/** A figure of a kind of number that opens its numbers, for readers of the warehouse. */
export function RowsLink({ row, of, filter }: RowsLinkProps) {
  const canOpen = useCan('whatsapp/warehouse:view');
  const figure = row[of];
  if (!canOpen || figure === 0) return <span className="kit-number">{countText(figure)}</span>;
  const { businessType, countryCode, numberType, warehouseCode } = row;
  const kind = { businessType, countryCode, numberType, warehouseCode };
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(kind).map(([name, value]) => [name, String(value)])),
    ...filter,
  });
  return <Link to={`/whatsapp/warehouse/index?${query}`}>{countText(figure)}</Link>;
}
