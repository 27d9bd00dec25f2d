import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';
import { TrialDialog } from '../../../kit/parts/trial-dialog.tsx';

/** Probes a provider and shows its time, or the error of the provider or the connection. */
export default function ProbeDialog({ row, onClose }: { row: WireRowOf<typeof provider>; onClose: () => void }) {
  const t = useText();
  return (
    <TrialDialog
      title={`${t({ zh: '测试连接', en: 'Test connection' })} · ${row.providerName}`}
      labels={[t({ zh: '开始测试', en: 'Start' }), t({ zh: '再测一次', en: 'Try again' })]}
      intro={t({
        zh: '用已保存的地址和密钥发送一次探测，不含任何号码。',
        en: 'Sends a probe with the stored address and keys; it contains no number.',
      })}
      run={(idempotencyKey) => call(provider, 'test', { id: row.id }, { idempotencyKey })}
      outcome={({ succeeded, millis, problem }) => (
        <Alert
          type={succeeded ? 'success' : 'error'}
          showIcon
          title={
            succeeded
              ? t({ zh: '可以使用，用时 {n} 毫秒', en: 'Works; answered in {n} ms' }, { n: String(millis) })
              : t(
                  { zh: '不可用（{n} 毫秒）：{problem}', en: 'Failed after {n} ms: {problem}' },
                  { n: String(millis), problem: problem ?? '' },
                )
          }
        />
      )}
      onClose={onClose}
    />
  );
}
