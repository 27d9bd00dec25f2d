import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import Form from 'antd/es/form';
import TextArea from 'antd/es/input/TextArea';
import { call } from '../../kit/client/call.ts';
import type { LargeExport } from '../../kit/client/large-export.ts';
import { invalidate } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';

/** Explains why an export needs approval, and requests it from a second person. */
export default function LargeExportDialog({ wanted, onClose }: { wanted: LargeExport; onClose: () => void }) {
  const t = useText();
  return (
    <FormDialog<{ reason: string }>
      width={460}
      title={t({ zh: '申请大量导出', en: 'Request a large export' })}
      submitText={t({ zh: '提交申请', en: 'Submit request' })}
      onSubmit={async ({ reason }, idempotencyKey) => {
        const asked = { call: wanted.call, input: wanted.input, reason };
        const { approvalNo } = await call(approval, 'ask-export', asked, { idempotencyKey });
        void invalidate(approval);
        showSuccess({
          zh: `已提交复核（${approvalNo}），通过后在任务中心下载`,
          en: `Sent for approval (${approvalNo}); download the file from the task centre`,
        });
      }}
      onClose={onClose}
      before={
        <>
          <p>{wanted.sentence}</p>
          <p className="kit-weak">
            {t({
              zh: '提交后由有权限的同事复核；通过后按现在的筛选条件生成文件，并通知您下载。',
              en: 'A colleague with this permission decides. The file is then made with the current filters, and you are notified.',
            })}
          </p>
        </>
      }
      content={
        <Form.Item
          name="reason"
          label={t({ zh: '用途', en: 'Purpose' })}
          rules={[
            { required: true, whitespace: true, message: t({ zh: '请说明用途', en: 'Please enter the purpose' }) },
          ]}
        >
          <TextArea autoFocus rows={3} maxLength={255} showCount />
        </Form.Item>
      }
    />
  );
}
