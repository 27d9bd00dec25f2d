import { activePeriod, priceKind } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { DictValue } from '../../../kit/fields/status.tsx';

export interface Subject {
  readonly businessType: number;
  readonly serviceType: number;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
}

/** The service of a price: business, service, and of checks the kind of check. */
export function PriceSubject({ of }: { of: Subject }) {
  return (
    <>
      <DictValue dictionary={businessType} value={of.businessType} /> ·{' '}
      <DictValue dictionary={serviceType} value={of.serviceType} />
      {of.filterType !== null && (
        <>
          {' · '}
          <DictValue dictionary={priceKind} value={of.filterType} />
        </>
      )}
      {of.activePeriod !== null && (
        <>
          {' · '}
          <DictValue dictionary={activePeriod} value={of.activePeriod} />
        </>
      )}
    </>
  );
}
