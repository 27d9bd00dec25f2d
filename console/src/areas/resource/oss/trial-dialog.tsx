import { oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import { call } from '../../../kit/client/call.ts';
import { Status } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { TrialDialog } from '../../../kit/parts/trial-dialog.tsx';

type Trial = CallData<typeof oss, 'test', 'in'>;

const STEPS: Readonly<Record<Trial['steps'][number]['step'], Text>> = {
  put: { zh: '写入', en: 'Write' },
  read: { zh: '读回', en: 'Read back' },
  delete: { zh: '删除', en: 'Delete' },
};

/** Tests a storage with a small object, and shows each step's duration or the service's error. */
export default function StorageTrial({ row, onClose }: { row: WireRowOf<typeof oss>; onClose: () => void }) {
  const t = useText();
  return (
    <TrialDialog
      title={`${t({ zh: '测试上传', en: 'Test upload' })} · ${row.ossCode}`}
      labels={[t({ zh: '开始测试', en: 'Start' }), t({ zh: '再测一次', en: 'Try again' })]}
      intro={t({
        zh: '写入一个 1 KB 的对象，读回比对后删除。',
        en: 'Writes a 1 KB object, reads it back, compares and deletes it.',
      })}
      run={(idempotencyKey) => call(oss, 'test', { id: row.id }, { idempotencyKey })}
      outcome={(trial) => (
        <>
          <ul className="kit-counts">
            {trial.steps.map(({ step, millis, problem }) => (
              <li key={step}>
                <Status tone={problem === null ? 'good' : 'bad'} words={STEPS[step]} />
                <span className="kit-number">{millis} ms</span>
              </li>
            ))}
          </ul>
          {trial.steps.map(
            ({ step, problem }) =>
              problem !== null && <Alert key={step} type="error" showIcon title={problem} className="kit-alert" />,
          )}
          {trial.succeeded && <Alert type="success" showIcon title={t({ zh: '可以使用', en: 'Works' })} />}
        </>
      )}
      onClose={onClose}
    />
  );
}
