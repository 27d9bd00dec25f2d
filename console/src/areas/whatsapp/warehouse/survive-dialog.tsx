import { SURVIVE_MAX, warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import Alert from 'antd/es/alert';
import { useState } from 'react';
import { TaskDialog } from '../../../features/tasks/task-dialog.tsx';
import { TaskFiles } from '../../../features/tasks/task-line.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';

/** Queries the status of numbers at their provider. */
export default function SurviveDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const t = useText();
  const [isSandbox, setSandbox] = useState(false);
  const isTooMany = ids.length > SURVIVE_MAX;
  return (
    <TaskDialog
      title={t({ zh: '存活检测 · {n} 个号码', en: 'Status check · {n} numbers' }, { n: ids.length })}
      submitText={t({ zh: '开始检测', en: 'Start' })}
      isDisabled={isTooMany}
      form={
        <p>
          {isTooMany
            ? t({ zh: '一次最多检测 {n} 个号码', en: 'At most {n} numbers at once' }, { n: SURVIVE_MAX })
            : t({
                zh: '通过服务商接口查询号码状态，不会登录或发送消息。刚检测过的号码不会重复检测。',
                en: 'Queries the status at the provider; no sign-in, no message. Recently checked numbers are skipped.',
              })}
        </p>
      }
      start={async (idempotencyKey) => {
        const started = await call(warehouse, 'survive', { ids: ids.join(',') }, { idempotencyKey });
        setSandbox(started.evidence === 3);
        return started;
      }}
      notice={
        isSandbox && (
          <Alert
            type="warning"
            showIcon
            className="kit-alert"
            title={t({
              zh: '当前为沙箱检测：结果仅供演示，记入“沙箱检测”，不影响库存和销售',
              en: 'Sandbox: results are for demonstration only, are shown under “Sandbox check” and do not affect stock',
            })}
          />
        )
      }
      outcome={(task) => (
        <Alert
          type="success"
          showIcon
          title={t({ zh: '检测完成', en: 'Checked' })}
          action={<TaskFiles task={task} />}
        />
      )}
      invalidates={[warehouse]}
      onClose={onClose}
    />
  );
}
