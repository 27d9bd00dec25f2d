import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Findings } from './proof/findings.tsx';
import { LastProof } from './proof/last-proof.tsx';

const RunDialog = lazyWithRetry(() => import('./proof/run-dialog.tsx'));
const CompareDialog = lazyWithRetry(() => import('./proof/compare-dialog.tsx'));

/** Ledger verification: the latest run, earlier runs, and their findings. */
export default resourcePage(financeProof, {
  summary: () => <LastProof />,
  toolbarActions: [
    {
      key: 'run',
      label: { zh: '立即核对', en: 'Check now' },
      permission: 'run',
      icon: <PlayCircleOutlined aria-hidden />,
      isPrimary: true,
      panel: ({ onClose }) => <RunDialog onClose={onClose} />,
    },
    {
      key: 'compare',
      label: { zh: '比对留存的根值', en: 'Compare a saved root' },
      panel: ({ onClose }) => <CompareDialog onClose={onClose} />,
    },
  ],
  detail: ({ id, mismatchCount }) => (mismatchCount > 0 ? <Findings id={id} count={mismatchCount} /> : null),
});
