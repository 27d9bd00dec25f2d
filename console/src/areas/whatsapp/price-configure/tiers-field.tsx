import { type CSSProperties, Suspense } from 'react';
import { lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import type { ControlProps } from '../../../kit/form/control.ts';
import { type Tier, tiersIn } from './tiers.ts';
import styles from './tiers-input.module.css';

const TiersInput = lazyWithRetry(() => import('./tiers-input.tsx'));

/** The tiers in a form. Their controls come with the form, not with the list, into a place as high as they will be. */
export function TiersField(control: ControlProps<readonly Tier[]>) {
  const height = { '--tiers': tiersIn(control.value).length } as CSSProperties;
  return (
    <Suspense fallback={<div className={styles.place} style={height} />}>
      <TiersInput {...control} />
    </Suspense>
  );
}
