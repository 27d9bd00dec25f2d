import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import Button from 'antd/es/button';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { showError } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';
import { notifyOutcome } from '../../../kit/list/actions/use-actions.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { movedText } from './moved.ts';

const SalePanel = lazyWithRetry(() => import('./sale-panel.tsx'));

interface NextStepProps {
  readonly batchNo: string;
  /** Numbers of the batch that passed the check. */
  readonly goodLines: number;
  readonly onClose: () => void;
}

/** The steps after an import: move the batch to stock, then put its numbers on sale. */
export function NextStep({ batchNo, goodLines, onClose }: NextStepProps) {
  const t = useText();
  const canStock = useCan('whatsapp/pre-warehouse:into-warehouse');
  const [isBusy, setBusy] = useState(false);
  const [isMoved, setMoved] = useState(false);
  const [isSelling, setSelling] = useState(false);
  const move = async () => {
    setBusy(true);
    try {
      const answer = await call(preWarehouse, 'batch-into-warehouse', { batchNo });
      notifyOutcome(answer, movedText(answer));
      setMoved(true);
      await invalidate(preWarehouse, 'desk/task');
    } catch (failure) {
      showError(failure, () => void move());
    } finally {
      setBusy(false);
    }
  };
  if (isMoved)
    return (
      <>
        <Link to={`/whatsapp/warehouse?batchNo=${encodeURIComponent(batchNo)}`} onClick={onClose}>
          {t({ zh: '查看已入库号码', en: 'View the numbers in stock' })}
        </Link>
        <Button type="primary" onClick={() => setSelling(true)}>
          {t({ zh: '上架', en: 'Put on sale' })}
        </Button>
        <DialogLoadBoundary onFailed={() => setSelling(false)}>
          <Suspense>
            {isSelling && <SalePanel batchNo={batchNo} batchName={batchNo} onClose={() => setSelling(false)} />}
          </Suspense>
        </DialogLoadBoundary>
      </>
    );
  if (!canStock) return null;
  return (
    <Button type="primary" loading={isBusy} onClick={() => void move()}>
      {t({ zh: '整批入库（{n} 个）', en: 'Move {n} numbers to stock' }, { n: countText(goodLines) })}
    </Button>
  );
}
