import { attach, ORPHAN_DAYS } from '@trade-assistant/contract/areas/resource/attach.ts';
import Alert from 'antd/es/alert';
import InputNumber from 'antd/es/input-number';
import { useDeferredValue, useId, useState } from 'react';
import { TaskDialog } from '../../../features/tasks/task-dialog.tsx';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { sizeText } from '../../../kit/file-check.ts';
import { useText } from '../../../kit/i18n.ts';

/** Deletes attachments that nothing refers to, after showing their count and size. */
export default function CleanDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [days, setDays] = useState<number>(ORPHAN_DAYS.usual);
  const { data, error } = useCall(attach, 'orphans', { days: useDeferredValue(days) }, { keepPrevious: true });
  const id = useId();
  return (
    <TaskDialog
      title={t({ zh: '清理未引用的附件', en: 'Delete unused attachments' })}
      submitText={t({ zh: '清理', en: 'Clean up' })}
      isDangerous
      isDisabled={data?.count === 0}
      error={error}
      form={
        <>
          <div className="kit-pair">
            <label htmlFor={id}>{t({ zh: '上传已超过', en: 'Uploaded more than' })}</label>
            <InputNumber<number>
              id={id}
              min={ORPHAN_DAYS.least}
              max={ORPHAN_DAYS.most}
              precision={0}
              value={days}
              onChange={(next) => setDays(next ?? ORPHAN_DAYS.usual)}
            />
            {t({ zh: '天', en: 'days ago' })}
          </div>
          <p>
            {data &&
              t(
                {
                  zh: '{n} 个文件没有被引用，共 {size}。清理后无法恢复。',
                  en: '{n} unused files, {size} in total. This cannot be undone.',
                },
                { n: data.count, size: sizeText(data.bytes) },
              )}
          </p>
        </>
      }
      start={(idempotencyKey) => call(attach, 'clean', { days }, { idempotencyKey })}
      outcome={({ result }) => (
        <Alert
          type="success"
          showIcon
          title={t(
            { zh: '已清理 {n} 个文件', en: '{n} files deleted' },
            { n: (result as { count?: number } | null)?.count ?? 0 },
          )}
        />
      )}
      invalidates={[attach]}
      onClose={onClose}
    />
  );
}
