import { useText } from '../../../kit/i18n.ts';
import type { MatrixRow } from './edits.ts';
import styles from './matrix.module.css';

/** Where what an agent pays comes from. */
export function PriceSource({ row: { price, own, inherited, countryCode } }: { row: MatrixRow }) {
  const t = useText();
  const isOwn = own !== null && (own.price !== null || own.discount !== null);
  const isOff = price === null && inherited.source !== 'NONE';
  const everywhere =
    countryCode !== '*' && inherited.countryCode === '*' ? t({ zh: '（所有国家）', en: ' (all countries)' }) : '';
  const words = isOff
    ? t({ zh: '未开通', en: 'Not enabled' })
    : isOwn
      ? t({ zh: '专属', en: 'Agent price' })
      : inherited.source === 'AGENT'
        ? t({ zh: '专属', en: 'Agent price' }) + everywhere
        : inherited.source === 'PARENT'
          ? t({ zh: '上级 {name}', en: 'From {name}' }, { name: inherited.agentName ?? '' }) + everywhere
          : inherited.source === 'LEVEL'
            ? t({ zh: '价格配置', en: 'Price list' }) + everywhere
            : t({ zh: '未定价', en: 'No price' });
  return <span className={styles.source}>{words}</span>;
}
