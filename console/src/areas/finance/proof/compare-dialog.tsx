import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Input from 'antd/es/input';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';

type Comparison = CallData<typeof financeProof, 'compare', 'in'>;

/** A root that was kept elsewhere, against the books as they are. */
export default function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [kept, setKept] = useState('');
  const [compared, setCompared] = useState<Comparison | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const id = useId();
  useFocusBack();
  const compare = () => attempt(async () => setCompared(await call(financeProof, 'compare', { kept })));
  return (
    <Modal
      open
      centered
      title={t({ zh: '比对留存的根值', en: 'Compare a saved root' })}
      okText={t({ zh: '比对', en: 'Compare' })}
      cancelText={t({ zh: '关闭', en: 'Close' })}
      okButtonProps={{ loading: isBusy, disabled: kept.trim() === '' }}
      onOk={() => void compare()}
      onCancel={onClose}
    >
      <Problem text={problem} />
      <p>
        <label htmlFor={id}>
          {t({
            zh: '粘贴当时抄存的根值；如有凭证编号，写在前面，例如 128:9f2c…',
            en: 'Paste the saved root; if you have the entry number, put it in front, such as 128:9f2c…',
          })}
        </label>
      </p>
      <Input.TextArea
        id={id}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 4 }}
        maxLength={100}
        value={kept}
        onChange={({ target }) => {
          setKept(target.value);
          setCompared(null);
        }}
      />
      {compared && <Outcome compared={compared} onClose={onClose} />}
    </Modal>
  );
}

function Outcome({ compared, onClose }: { compared: Comparison; onClose: () => void }) {
  const t = useText();
  const { outcome, journalId, proofId, proofTime, now } = compared;
  const proof = proofId && (
    <Link to={`/finance/proof/index?record=${proofId}`} onClick={onClose}>
      {t({ zh: '{time} 的核对记录', en: 'Verification of {time}' }, { time: proofTime ?? '–' })}
    </Link>
  );
  if (outcome === 'same')
    return (
      <Alert
        type="success"
        showIcon
        className="kit-alert"
        title={t(
          {
            zh: '一致：凭证 {id} 及之前的账自抄存以来没有变过',
            en: 'Match: entries up to {id} are unchanged since the root was saved',
          },
          { id: journalId ?? '–' },
        )}
        description={proof}
      />
    );
  return (
    <Alert
      type={outcome === 'changed' ? 'error' : 'warning'}
      showIcon
      className="kit-alert"
      title={
        outcome === 'changed'
          ? t(
              { zh: '不一致：凭证 {id} 及之前的账已被改写', en: 'Mismatch: entries up to {id} were rewritten' },
              { id: journalId ?? '–' },
            )
          : t({ zh: '没有核对记录过这个根值', en: 'No verification has this root' })
      }
      description={
        <>
          {outcome === 'changed' ? (
            <p style={{ overflowWrap: 'anywhere' }}>
              {t({ zh: '现在算得：{now}', en: 'Computed now: {now}' }, { now: now ?? '–' })}
            </p>
          ) : (
            t({
              zh: '请确认抄写无误；若抄有凭证编号，请一并填写后再比对',
              en: 'Check that the root was copied correctly. If you have the entry number, add it and compare again',
            })
          )}
          {proof}
        </>
      }
    />
  );
}
