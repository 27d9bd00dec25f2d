import { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import {
  seedAppeal,
  seedReport,
  seedTaskStatus,
} from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { SEED_PROOFS_MAX, seedProofLimits } from '@trade-assistant/contract/areas/whatsapp/embedded-task-fields.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { dict, images, textarea } from '@trade-assistant/contract/kit/field.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Button from 'antd/es/button';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import type { NamedFields, Values } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { Pictures } from '../../../kit/parts/pictures.tsx';

type Task = CallData<typeof appUser, 'panel-tasks', 'in'>[number];

const evidence = images({
  label: { zh: '截图', en: 'Screenshots' },
  help: {
    zh: `最多 ${SEED_PROOFS_MAX} 张，每张不超过 2 MB，请遮盖与本任务无关的内容`,
    en: `Up to ${SEED_PROOFS_MAX}, 2 MB each; hide everything that is not about this task`,
  },
  count: SEED_PROOFS_MAX,
  upload: { resource: 'user/app-user', call: 'panel-proof', ...seedProofLimits },
});
const { entries } = seedReport;
const reportFields: NamedFields = {
  reportedStatus: dict(
    dictionary(seedReport.code, { received: entries.received, missing: entries.missing, different: entries.different }),
    { label: { zh: '结果', en: 'Result' }, required: true },
  ),
  evidence,
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255 }),
};
const appealFields: NamedFields = {
  reason: textarea({ label: { zh: '申诉理由', en: 'Reason of the appeal' }, max: REASON_MAX, required: true }),
  evidence,
};

const OPEN: readonly number[] = [seedTaskStatus.is.running, seedTaskStatus.is.timedOut];
const canReport = ({ status, reportedStatus }: Task) => OPEN.includes(status) && reportedStatus === seedReport.is.none;
const canAppeal = ({ isCheat, appealStatus }: Task) => isCheat === 1 && appealStatus === seedAppeal.is.none;

/** The own tasks of a panel member, with reports and appeals. */
export function PanelTasks() {
  const t = useText();
  const { data } = useCall(appUser, 'panel-tasks', {});
  const [chosen, setChosen] = useState<Task>();
  if (data?.length === 0) return <p className="kit-weak">{t({ zh: '还没有任务', en: 'No tasks yet' })}</p>;
  return (
    <>
      <table className="kit-lines" aria-busy={data === undefined}>
        <thead>
          <tr>
            <th>{t({ zh: '任务', en: 'Task' })}</th>
            <th>{t({ zh: '截止', en: 'Due' })}</th>
            <th>{t({ zh: '状态', en: 'Status' })}</th>
            <th data-align="right">{t({ zh: '奖励', en: 'Reward' })}</th>
            <th aria-label={t({ zh: '操作', en: 'Actions' })} />
          </tr>
        </thead>
        <tbody>
          {data?.map((task) => (
            <tr key={task.id}>
              <td>
                {task.number}
                <div className="kit-weak">{task.taskNo}</div>
                <Pictures addresses={[...task.evidence, ...task.appealEvidence]} size="row" />
              </td>
              <td>{task.dueTime ?? '–'}</td>
              <td>
                <DictValue dictionary={seedTaskStatus} value={task.status} />
              </td>
              <td data-align="right">
                <MoneyValue wire={task.reward} currency={BOOK_CURRENCY} />
              </td>
              <td>
                {(canReport(task) || canAppeal(task)) && (
                  <Button size="small" onClick={() => setChosen(task)}>
                    {canReport(task) ? t({ zh: '反馈', en: 'Report' }) : t({ zh: '申诉', en: 'Appeal' })}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen && <TaskForm task={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function TaskForm({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const t = useText();
  const isReport = canReport(task);
  const send = async (values: Values, idempotencyKey: string) => {
    const input = { id: task.id, ...values } as never;
    await call(appUser, isReport ? 'panel-report' : 'panel-appeal', input, { idempotencyKey });
    showSuccess(isReport ? { zh: '反馈已提交', en: 'Report sent' } : { zh: '申诉已提交', en: 'Appeal sent' });
  };
  return (
    <FormPanel
      title={`${isReport ? t({ zh: '反馈', en: 'Report' }) : t({ zh: '申诉', en: 'Appeal' })} · ${task.taskNo}`}
      submitText={t({ zh: '提交', en: 'Submit' })}
      fields={isReport ? reportFields : appealFields}
      onSubmit={send}
      invalidates={[appUser]}
      onClose={onClose}
    />
  );
}
