import { batchProgress } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import { Link, useNavigate } from 'react-router';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import type { Action } from '../../../kit/list/types.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { PreOrderForecast } from '../parts/lazy-parts.tsx';
import {
  type Batch,
  type NextAction,
  nextOf,
  reportAddress,
  type Sale,
  type StepCount,
  stagedAddress,
  stepsOf,
} from './batch.ts';
import styles from './batches.module.css';
import { movedText, moveQuestion } from './moved.ts';
import { reasonFields } from './reason.ts';

const NEXT: Readonly<Record<NextAction, Text>> = {
  watch: { zh: '查看进度', en: 'View progress' },
  country: { zh: '选择国家', en: 'Choose country' },
  confirm: { zh: '确认导入 {n} 行', en: 'Confirm {n} lines' },
  stock: { zh: '入库 {n} 个', en: 'Move {n} to stock' },
  sell: { zh: '上架', en: 'Put on sale' },
  failed: { zh: '处理 {n} 个校验失败的号码', en: 'Fix {n} failed numbers' },
  report: { zh: '查看原因', en: 'See the reasons' },
};

interface BatchCardProps {
  readonly batch: Batch;
  /** Undefined before its numbers are in stock. */
  readonly sale: Sale | undefined;
  readonly onStart: (action: Action) => void;
  readonly onSell: () => void;
}

/** A batch with its state, its steps and its next action. */
export function BatchCard({ batch, sale, onStart, onSell }: BatchCardProps) {
  const t = useText();
  const navigate = useNavigate();
  const canImport = useCan('whatsapp/pre-warehouse:import');
  const canStock = useCan('whatsapp/pre-warehouse:into-warehouse');
  const canVoid = useCan('whatsapp/pre-warehouse:void');
  const { progress, inWarehouseCount, readyCount, goodLines, failedCount } = batch;
  const { checking, refused, failed, void: isVoid } = batchProgress.is;
  const next = nextOf(batch, sale);
  const report = reportAddress(batch);
  const isVoidable = inWarehouseCount === 0 && ![checking, refused, failed, isVoid].some((one) => one === progress);
  const start: Readonly<Record<NextAction, (() => void) | undefined>> = {
    ...reportActions(canImport && report !== undefined ? () => void navigate(report) : undefined),
    stock: canStock ? () => onStart(stockBatch) : undefined,
    sell: onSell,
    failed: () => void navigate(stagedAddress(batch, 'checkFailed')),
  };
  const onNext = next === null ? undefined : start[next];
  const counted = next === 'stock' ? readyCount : next === 'failed' ? failedCount : goodLines;
  return (
    <article className={styles.batch} aria-label={batch.batchName}>
      <header>
        <h2>{batch.batchName}</h2>
        <DictValue dictionary={batchProgress} value={progress} />
        <span className="kit-weak">
          <Copyable text={batch.batchNo} />
        </span>
        <span className="kit-weak">
          {[batch.warehouseName, batch.supplierName, batch.createUserName].filter(Boolean).join(' · ')}
        </span>
        <span className="kit-weak">
          <TimeValue wire={batch.createTime} />
        </span>
      </header>
      <footer>
        {inWarehouseCount > 0 && next !== 'sell' && (
          <Button type="text" size="small" onClick={onSell}>
            {t({ zh: '价格与商品', en: 'Price and product' })}
          </Button>
        )}
        {canVoid && isVoidable && (
          <Button type="text" size="small" danger onClick={() => onStart(voidBatch)}>
            {t(voidBatch.label)}
          </Button>
        )}
        {next && onNext && (
          <Button type={next === 'watch' || next === 'report' ? 'default' : 'primary'} onClick={onNext}>
            {t(NEXT[next], { n: countText(counted) })}
          </Button>
        )}
      </footer>
      {next === 'stock' && <PreOrderForecast batchNo={batch.batchNo} />}
      <ol className={styles.steps}>
        {stepsOf(batch, sale).map(({ label, state, counts }) => (
          <li
            key={label.en}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <strong>{t(label)}</strong>
            <ul className={styles.counts}>
              {counts.map((count) => (
                <Count key={count.words.en} {...count} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </article>
  );
}

const reportActions = (open: (() => void) | undefined) => ({ watch: open, country: open, confirm: open, report: open });

function Count({ count, words, to, isBad }: StepCount) {
  const t = useText();
  const shown = `${countText(count)} ${t(words)}`;
  return (
    <li className={isBad ? 'kit-bad' : undefined}>
      {to ? (
        <Link to={to} className={isBad ? 'kit-bad' : undefined}>
          {shown}
        </Link>
      ) : (
        shown
      )}
    </li>
  );
}

const stockBatch: Action = {
  key: 'stock-batch',
  label: { zh: '整批入库', en: 'Move batch to stock' },
  confirm: ([batch]) => moveQuestion(String(batch?.batchName), Number(batch?.readyCount)),
  call: 'batch-into-warehouse',
  input: ([batch]) => ({ batchNo: batch?.batchNo }),
  done: (_rows, answer) => movedText(answer),
};

const voidBatch: Action = {
  key: 'void',
  label: { zh: '作废', en: 'Void' },
  isDangerous: true,
  confirm: {
    zh: '该批次尚未入库的号码将全部作废，无法恢复；已入库的号码保留在库存中。',
    en: 'All numbers of this batch that are not in stock yet become void. This cannot be undone. Numbers in stock are kept.',
  },
  fields: reasonFields,
  call: 'void',
  input: ([batch], values) => ({ batchNo: batch?.batchNo, ...values }),
  done: { zh: '批次已作废', en: 'Batch voided' },
};
