import type { quota as quotas } from '@trade-assistant/contract/areas/agent/quota.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText, Figures } from '../../../kit/parts/figures.tsx';
import styles from './quota-bar.module.css';

type Quota = WireRowOf<typeof quotas>;

const PARTS: readonly { readonly key: 'left' | 'frozen' | 'used' | 'expired'; readonly label: Text }[] = [
  { key: 'used', label: { zh: '已用', en: 'Used' } },
  { key: 'frozen', label: { zh: '冻结', en: 'On hold' } },
  { key: 'left', label: { zh: '剩余', en: 'Remaining' } },
  { key: 'expired', label: { zh: '已过期', en: 'Expired' } },
];

/** The parts of a package's units as a bar, with its text and its tooltip. */
export function QuotaBar({ quota, hasLeft = true }: { quota: Quota; hasLeft?: boolean }) {
  const t = useText();
  const parts = PARTS.filter(({ key }) => quota[key] > 0);
  const words = parts.map(({ key, label }) => `${t(label)} ${countText(quota[key])}`).join(' · ');
  return (
    <span className={styles.quota} title={words}>
      {hasLeft && <span className="kit-number">{countText(quota.left)}</span>}
      <span className={styles.bar} role="img" aria-label={words}>
        {parts.map(({ key }) => (
          <span key={key} data-part={key} style={{ flexGrow: quota[key] }} />
        ))}
      </span>
    </span>
  );
}

/** The same in a record, with its numbers. */
export function QuotaFigures({ quota }: { quota: Quota }) {
  return (
    <>
      <Figures items={PARTS.map(({ key, label }) => ({ label, value: countText(quota[key]) }))} />
      <QuotaBar quota={quota} hasLeft={false} />
    </>
  );
}
