import { batchProgress, stagedStatus, stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { TASK_PARAMETER } from '../../../features/tasks/address-of-task.ts';

export type Batch = CallData<typeof preWarehouse, 'batches', 'in'>['records'][number];
export type Sale = CallData<typeof preWarehouse, 'batch-sales', 'in'>[number];
export type Kind = Sale['kinds'][number];

/** A count at a step, with the address of exactly the rows it counts; `sale`: those on sale or not, kind by kind. */
export interface StepCount {
  readonly count: number;
  readonly words: Text;
  readonly to?: string | undefined;
  readonly isBad?: boolean;
}

export interface Step {
  readonly label: Text;
  readonly state: 'done' | 'current' | 'failed' | 'ahead';
  readonly counts: readonly StepCount[];
}

/** The one next action of a batch. */
export type NextAction = 'watch' | 'country' | 'confirm' | 'stock' | 'sell' | 'failed' | 'report';

const { checking, country, reported, ready, refused, failed, void: isVoid } = batchProgress.is;
const UNREAD: readonly number[] = [checking, country, failed];
const query = (parameters: Readonly<Record<string, string | number>>): string =>
  String(new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])));

/** The address of a batch's import: its progress, its question or its report; undefined where no task is known. */
export const reportAddress = ({ taskNo }: Batch): string | undefined =>
  taskNo === null ? undefined : `/${preWarehouse.name}?${query({ [TASK_PARAMETER]: taskNo })}`;

/** The address of a batch's staged numbers in one state. */
export const stagedAddress = ({ batchNo }: Batch, status: keyof typeof stagedStatus.is): string =>
  `/${preWarehouse.name}?${query({ batchNo, status_in: stagedStatus.is[status] })}`;

/** The address of a batch's numbers in stock; of one kind, those that are available. */
export const stockAddress = (batchNo: string, kind?: Kind): string =>
  `/whatsapp/warehouse?${query(kind ? { batchNo, ...kindQuery(kind), stockStatus_in: stockStatus.is.available } : { batchNo })}`;

const kindQuery = ({ countryCode, businessType, numberType }: Kind) => ({
  ...{ countryCode_in: countryCode, businessType, numberType },
});

/** Returns the numbers of a batch that could be sold now, or the numbers that are. */
const totalOf = (sale: Sale | undefined, name: 'available' | 'onSale'): number =>
  sale?.kinds.reduce((sum, kind) => sum + kind[name], 0) ?? 0;

/** What users change so that numbers are sold. */
const REMEDIED: readonly Kind['missing'][] = ['listing', 'price', 'product', 'shelf'];

/** Returns whether some numbers of the batch could be put on sale. */
export const isUnsold = (sale: Sale | undefined): boolean =>
  sale?.kinds.some(({ missing }) => missing !== null && REMEDIED.includes(missing)) ?? false;

/** Returns what a user does next with a batch; null when nothing is left to do. */
export function nextOf(batch: Batch, sale: Sale | undefined): NextAction | null {
  switch (batch.progress) {
    case checking:
      return 'watch';
    case country:
      return 'country';
    case reported:
      return 'confirm';
    case refused:
    case failed:
      return 'report';
    case isVoid:
      return null;
    default:
      if (batch.readyCount > 0) return 'stock';
      if (isUnsold(sale)) return 'sell';
      return batch.failedCount > 0 ? 'failed' : null;
  }
}

/** Returns the four steps of a batch with their counts. */
export function stepsOf(batch: Batch, sale: Sale | undefined): readonly Step[] {
  const { progress, totalLines, goodLines, readyCount, inWarehouseCount, failedCount } = batch;
  const report = reportAddress(batch);
  const isRead = !UNREAD.includes(progress);
  const isImported = isRead && progress !== reported && progress !== refused && progress !== isVoid;
  const rejected = totalLines - goodLines;
  const onSale = totalOf(sale, 'onSale');
  const counts = (...all: readonly StepCount[]) => all.filter(({ count }) => count > 0);
  return [
    {
      label: { zh: '上传', en: 'Upload' },
      state: 'done',
      counts: counts({ count: totalLines, words: { zh: '行', en: 'lines' }, to: report }),
    },
    {
      label: { zh: '检查', en: 'Check' },
      state:
        progress === refused || progress === failed
          ? 'failed'
          : isImported
            ? 'done'
            : progress === isVoid
              ? 'ahead'
              : 'current',
      counts: isRead
        ? counts(
            { count: goodLines, words: { zh: '有效', en: 'valid' }, to: report },
            { count: rejected, words: { zh: '被拒绝', en: 'refused' }, to: report, isBad: true },
          )
        : [],
    },
    {
      label: { zh: '入库', en: 'Stock in' },
      state: !isImported
        ? 'ahead'
        : readyCount > 0 || progress === ready
          ? 'current'
          : inWarehouseCount > 0
            ? 'done'
            : 'failed',
      counts: isImported
        ? counts(
            { count: readyCount, words: { zh: '待入库', en: 'ready' }, to: stagedAddress(batch, 'ready') },
            {
              count: failedCount,
              ...{ words: { zh: '校验失败', en: 'failed' }, to: stagedAddress(batch, 'checkFailed'), isBad: true },
            },
            {
              count: inWarehouseCount,
              words: { zh: '已入库', en: 'in stock' },
              to: stagedAddress(batch, 'inWarehouse'),
            },
          )
        : [],
    },
    {
      label: { zh: '上架', en: 'On sale' },
      state: inWarehouseCount === 0 ? 'ahead' : isUnsold(sale) ? 'current' : onSale > 0 ? 'done' : 'ahead',
      counts: saleCounts(batch, sale, onSale),
    },
  ];
}

/** Returns how many numbers are on sale and how many are not; each kind of number has its own address. */
function saleCounts({ batchNo }: Batch, sale: Sale | undefined, onSale: number): StepCount[] {
  const unsold = totalOf(sale, 'available') - onSale;
  const [only, ...others] = sale?.kinds.filter((kind) => kind.available > 0) ?? [];
  const isExact = only !== undefined && others.length === 0 && (unsold === 0 || onSale === 0);
  const to = isExact ? stockAddress(batchNo, only) : undefined;
  return [
    { count: onSale, words: { zh: '在售', en: 'on sale' }, to },
    { count: unsold, words: { zh: '未在售', en: 'not on sale' }, to },
  ].filter(({ count }) => count > 0);
}
