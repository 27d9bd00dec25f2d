import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CSSProperties } from 'react';
import { useText } from '../i18n.ts';
import { countText } from './figures.tsx';
import styles from './funnel.module.css';
import { SteadyCount } from './steady-count.tsx';

export interface FunnelStep {
  readonly key: string;
  readonly label: Text;
  readonly count: number;
  readonly tone?: Tone;
  /** The step whose count the rate relates to; without it no rate is shown. */
  readonly of?: string;
  /** Shows the rows behind the step. */
  readonly onOpen?: (() => void) | undefined;
}

/** Steps of a process, each a bar of its share of the first one that opens the rows behind it. */
export function Funnel({ label, steps }: { readonly label: Text; readonly steps: readonly FunnelStep[] }) {
  const t = useText();
  const most = Math.max(1, ...steps.map(({ count }) => count));
  const width = { '--kit-count-width': `${countText(most).length}ch` } as CSSProperties;
  return (
    <ol className={styles.funnel} aria-label={t(label)} style={width}>
      {steps.map(({ key, label: name, count, tone = 'running', of, onOpen }) => {
        const base = steps.find((step) => step.key === of);
        const rate = base && base.count > 0 ? `${((100 * count) / base.count).toFixed(1)} %` : null;
        const relation =
          base && rate
            ? t(
                { zh: '占{base}的 {rate}（{n} / {all}）', en: '{rate} of {base} ({n} / {all})' },
                { base: t(base.label).toLowerCase(), rate, n: countText(count), all: countText(base.count) },
              )
            : null;
        return (
          <li key={key}>
            <button
              type="button"
              className={styles.step}
              disabled={!onOpen || count === 0}
              onClick={onOpen}
              aria-description={relation ?? undefined}
            >
              <span>{t(name)}</span>
              <span className={styles.bar}>
                <span data-tone={tone} style={{ inlineSize: `${(100 * count) / most}%` }} />
              </span>
              <span className={styles.count}>
                <SteadyCount value={count} />
              </span>
              <span className={styles.rate} title={relation ?? undefined}>
                {base && rate && (
                  <>
                    {rate} <span className="kit-weak">{`${countText(count)} / ${countText(base.count)}`}</span>
                  </>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
