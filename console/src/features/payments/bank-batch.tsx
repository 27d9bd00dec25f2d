import Modal from 'antd/es/modal';
import { download } from '../../kit/client/download.ts';
import { useFocusBack } from '../../kit/focus-back.ts';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import type { WithdrawalResource } from './withdrawal-resource.ts';

interface BankBatchProps {
  readonly resource: WithdrawalResource;
  readonly rows: readonly { readonly id: string; readonly withdrawNo: string }[];
  readonly onClose: () => void;
}

/** Hands over the file of a bank's batch transfer, after saying what it holds. */
export default function BankBatch({ resource, rows, onClose }: BankBatchProps) {
  const t = useText();
  const { isBusy, problem, attempt } = useAttempt();
  useFocusBack();
  const fetchFile = () =>
    attempt(async () => {
      await download(resource, 'bank-batch' as never, { ids: rows.map(({ id }) => id).join(',') } as never);
      onClose();
    });
  return (
    <Modal
      open
      centered
      title={t({ zh: '银行批量打款文件（{n} 笔）', en: 'Bank batch file ({n})' }, { n: rows.length })}
      okText={t({ zh: '下载', en: 'Download' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ loading: isBusy }}
      onOk={() => void fetchFile()}
      onCancel={onClose}
    >
      <Problem text={problem} />
      <p>
        {t({
          zh: '文件含完整卡号，下载会记入审计与导出记录；用完请删除。下载不改变提现状态，银行打款后请再点“通过（已打款）”。',
          en: 'The file holds whole card numbers; the download is written into the trail and the log of exports. Delete it after use. It changes no state: press “Paid by hand” once the bank has paid.',
        })}
      </p>
    </Modal>
  );
}
