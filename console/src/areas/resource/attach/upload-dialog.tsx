import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import { attach, attachmentLimits } from '@trade-assistant/contract/areas/resource/attach.ts';
import { oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import Modal from 'antd/es/modal';
import Progress from 'antd/es/progress';
import { useState } from 'react';
import { FileDrop } from '../../../features/importing/file-drop.tsx';
import { invalidate } from '../../../kit/client/query.ts';
import { upload } from '../../../kit/client/upload.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';

/** Puts a file among the attachments. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const { isBusy, problem, showProblem, attempt } = useAttempt();
  useFocusBack();
  const send = () =>
    attempt(async (idempotencyKey) => {
      if (!file) return;
      await upload(oss, 'endpoint/put-file-attach', {}, file, { idempotencyKey, onProgress: setShare });
      void invalidate(attach);
      showSuccess({ zh: '已上传', en: 'Uploaded' });
      onClose();
    });
  return (
    <Modal
      open
      centered
      title={t({ zh: '上传附件', en: 'Upload an attachment' })}
      okText={t({ zh: '上传', en: 'Upload' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ disabled: !file, loading: isBusy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Problem text={problem} />
      <FileDrop
        file={file}
        accept={undefined}
        maxBytes={attachmentLimits.maxBytes}
        icon={<CloudUploadOutlined aria-hidden />}
        isBusy={isBusy}
        onFile={setFile}
        onProblem={showProblem}
      />
      {isBusy && <Progress percent={Math.round(share * 100)} aria-label={file?.name ?? ''} />}
    </Modal>
  );
}
