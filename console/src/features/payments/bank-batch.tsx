import { archivePassword } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import Form from 'antd/es/form';
import Password from 'antd/es/input/Password';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { download } from '../../kit/client/download.ts';
import { useFocusBack } from '../../kit/focus-back.ts';
import { useAttempt } from '../../kit/form/use-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import type { WithdrawalResource } from './resources.ts';

interface BankBatchProps {
  readonly resource: WithdrawalResource;
  readonly rows: readonly { readonly id: string; readonly withdrawNo: string }[];
  readonly onClose: () => void;
}

/** Shows the content of a bank's batch transfer file, then downloads it. */
export default function BankBatch({ resource, rows, onClose }: BankBatchProps) {
  const t = useText();
  const { isBusy, problem, attempt } = useAttempt();
  useFocusBack();
  const [password, setPassword] = useState('');
  const isWrong = password !== '' && !archivePassword.safeParse(password).success;
  const fetchFile = () =>
    attempt(async () => {
      const input = { ids: rows.map(({ id }) => id).join(','), ...(password === '' ? {} : { password }) };
      await download(resource, 'bank-batch' as never, input as never);
      onClose();
    });
  return (
    <Modal
      open
      centered
      title={t({ zh: '银行批量打款文件（{n} 笔）', en: 'Bank batch file ({n})' }, { n: rows.length })}
      okText={t({ zh: '下载', en: 'Download' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ loading: isBusy, disabled: isWrong }}
      onOk={() => void fetchFile()}
      onCancel={onClose}
    >
      <Problem text={problem} />
      <p>
        {t({
          zh: '文件含完整卡号，下载会记入审计与导出记录；用完请删除。下载不改变提现状态，银行打款后请再点“登记已打款”。',
          en: 'The file contains full card numbers; the download is recorded in the audit trail and the export log. Delete it after use. It does not change the withdrawals: record them as paid once the bank has paid.',
        })}
      </p>
      <Form.Item
        layout="vertical"
        htmlFor="bank-batch-password"
        label={t({ zh: '压缩包密码（可不填）', en: 'Password of the archive (optional)' })}
        validateStatus={isWrong ? 'error' : ''}
        help={
          isWrong
            ? t({ zh: '应为 12 至 64 位英文字母、数字或符号', en: 'Use 12 to 64 letters, digits or signs of ASCII' })
            : t({
                zh: '填写后下载为 AES-256 加密的 zip，用 7-Zip、WinRAR 等解压；密码不保存，忘记无法找回',
                en: 'The download is an AES-256 zip for 7-Zip, WinRAR or Keka. The password is not stored and cannot be recovered',
              })
        }
      >
        <Password
          id="bank-batch-password"
          autoComplete="new-password"
          maxLength={64}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form.Item>
    </Modal>
  );
}
