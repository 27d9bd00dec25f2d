import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import Form from 'antd/es/form';
import TextArea from 'antd/es/input/TextArea';
import { call } from './client/call.ts';
import type { LargeExport } from './client/large-export.ts';
import { invalidate } from './client/query.ts';
import { showSuccess } from './feedback.tsx';
import { useText } from './i18n.ts';
import { FormDialog } from './parts/form-dialog.tsx';

/** Says why an export does not come at once, and asks somebody else to approve it. */
export default function LargeExportDialog({ wanted, onClose }: { wanted: LargeExport; onClose: () => void }) {
  const t = useText();
  return (
    <FormDialog<{ reason: string }>
      width={460}
      title={t({ zh: '申请大量导出', en: 'Ask for a large export' })}
      submitText={t({ zh: '提交申请', en: 'Ask' })}
      onSubmit={async ({ reason }, idempotencyKey) => {
        const asked = { call: wanted.call, input: wanted.input, reason };
        const { approvalNo } = await call(approval, 'ask-export', asked, { idempotencyKey });
        void invalidate(approval);
        showSuccess({
          zh: `已提交复核（${approvalNo}），通过后在任务中心下载`,
          en: `Waiting for approval (${approvalNo}); the file will be in the task centre`,
        });
      }}
      onClose={onClose}
      before={
        <>
          <p>{wanted.sentence}</p>
          <p className="kit-weak">
            {t({
              zh: '提交后由有权限的同事复核；通过后按现在的筛选条件生成文件，并通知您下载。',
              en: 'A colleague with the permission decides. Then the file is made with the filters you have now, and you are told.',
            })}
          </p>
        </>
      }
      content={
        <Form.Item
          name="reason"
          label={t({ zh: '用途', en: 'What it is for' })}
          rules={[{ required: true, whitespace: true, message: t({ zh: '请说明用途', en: 'Say what it is for' }) }]}
        >
          <TextArea autoFocus rows={3} maxLength={255} showCount />
        </Form.Item>
      }
    />
  );
}
