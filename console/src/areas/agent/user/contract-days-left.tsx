import { Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';

/** Days left of an agent's contract; negative after its end. */
export function ContractDaysLeft({ days }: { readonly days: number | null | undefined }) {
  const t = useText();
  if (days === null || days === undefined) return <Nothing />;
  if (days < 0)
    return (
      <span className="kit-bad">
        {t({ zh: '已到期 {n} 天', en: 'Ended {n} {n|day|days} ago' }, { n: String(-days) })}
      </span>
    );
  if (days === 0) return <span className="kit-bad">{t({ zh: '今天到期', en: 'Ends today' })}</span>;
  return <span>{t({ zh: '剩余 {n} 天', en: '{n} {n|day|days} left' }, { n: days.toLocaleString('en-US') })}</span>;
}
