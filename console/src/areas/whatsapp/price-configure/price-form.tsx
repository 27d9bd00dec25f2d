import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { type CSSProperties, Suspense } from 'react';
import { lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import type { ControlProps } from '../../../kit/form/control.ts';
import { type NamedFields, withInputs } from '../../../kit/form/values.ts';
import type { FollowUp } from '../../../kit/list/types.ts';
import { type Tier, tiersIn } from './tiers.ts';
import styles from './tiers-input.module.css';

const TiersInput = lazyWithRetry(() => import('./tiers-input.tsx'));

/** The tiers in a form. Their controls come with the form, not with the list, into a place as high as they will be. */
function TiersField(control: ControlProps<readonly Tier[]>) {
  const height = { '--tiers': tiersIn(control.value).length } as CSSProperties;
  return (
    <Suspense fallback={<div className={styles.place} style={height} />}>
      <TiersInput {...control} />
    </Suspense>
  );
}

/** Returns the fields of a price's form with their controls. */
export const priceFields = (fields: NamedFields): NamedFields => withInputs(fields, { tierJson: TiersField });

/** A price below cost waits for a second person. */
export const toApproval: FollowUp = (answer) => {
  const { approvalId } = answer as { approvalId: string | null };
  return approvalId === null
    ? undefined
    : {
        said: { zh: '价格低于成本，已提交复核', en: 'Below cost; sent for approval' },
        route: `/${approval.name}/index?record=${approvalId}`,
      };
};
