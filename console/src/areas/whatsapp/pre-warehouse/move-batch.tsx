import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import Modal from 'antd/es/modal';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { notifyOutcome } from '../../../kit/list/actions/use-actions.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { PreOrderForecast } from '../parts/lazy-parts.tsx';
import { movedText, moveQuestion } from './moved.ts';

interface MoveBatchProps {
  readonly batchNo: string;
  readonly batchName: string;
  readonly onClose: () => void;
}

/** Moves the whole batch of a number to stock, after a question that says how many numbers are ready. */
export default function MoveBatch({ batchNo, batchName, onClose }: MoveBatchProps) {
  const t = useText();
  const { data, error } = useCall(preWarehouse, 'batches', { batchNo }, { staleMillis: 0 });
  const { isBusy, problem, attempt } = useAttempt();
  useFocusBack();
  const ready = data?.records.find((batch) => batch.batchNo === batchNo)?.readyCount;
  const move = () =>
    attempt(async (idempotencyKey) => {
      const answer = await call(preWarehouse, 'batch-into-warehouse', { batchNo }, { idempotencyKey });
      notifyOutcome(answer, movedText(answer));
      void invalidate(preWarehouse, 'desk/task');
      onClose();
    });
  return (
    <Modal
      open
      centered
      title={t({ zh: '整批入库', en: 'Move batch to stock' })}
      okText={t({ zh: '整批入库', en: 'Move batch to stock' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ loading: isBusy, disabled: !ready }}
      onOk={() => void move()}
      onCancel={onClose}
    >
      <Problem text={problem ?? (error ? messageOf(error) : null)} />
      <PreOrderForecast batchNo={batchNo} />
      {ready !== undefined && <p>{t(moveQuestion(batchName, ready))}</p>}
    </Modal>
  );
}
