import { oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { Status } from '../../../kit/fields/status.tsx';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';

type Trial = CallData<typeof oss, 'test', 'in'>;

const STEPS: Readonly<Record<Trial['steps'][number]['step'], Text>> = {
  put: { zh: '写入', en: 'Put' },
  read: { zh: '读回', en: 'Read back' },
  delete: { zh: '删除', en: 'Delete' },
};

/** Tries a storage with a small object, and says what each step took or what its service answered. */
export default function TrialDialog({ row, onClose }: { row: WireRowOf<typeof oss>; onClose: () => void }) {
  const t = useText();
  const [trial, setTrial] = useState<Trial | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  useFocusBack();
  const start = () =>
    attempt(async () => {
      setTrial(null);
      setTrial(await call(oss, 'test', { id: row.id }));
    });
  return (
    <Modal
      open
      centered
      title={`${t({ zh: '测试上传', en: 'Test upload' })} · ${row.ossCode}`}
      okText={trial ? t({ zh: '再测一次', en: 'Try again' }) : t({ zh: '开始测试', en: 'Start' })}
      cancelText={t({ zh: '关闭', en: 'Close' })}
      okButtonProps={{ loading: isBusy }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Problem text={problem} />
      <p>
        {t({
          zh: '写入一个 1 KB 的对象，读回比对后删除。',
          en: 'Puts an object of 1 KB, reads it back, compares and deletes it.',
        })}
      </p>
      {trial && (
        <>
          <ul className="kit-counts">
            {trial.steps.map(({ step, millis, problem: refused }) => (
              <li key={step}>
                <Status tone={refused === null ? 'good' : 'bad'} words={STEPS[step]} />
                <span className="kit-number">{millis} ms</span>
              </li>
            ))}
          </ul>
          {trial.steps.map(
            ({ step, problem: refused }) =>
              refused !== null && <Alert key={step} type="error" showIcon title={refused} className="kit-alert" />,
          )}
          {trial.succeeded && <Alert type="success" showIcon title={t({ zh: '可以使用', en: 'It works' })} />}
        </>
      )}
    </Modal>
  );
}
