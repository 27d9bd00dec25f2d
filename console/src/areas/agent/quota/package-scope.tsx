import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { activePeriod, filterType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { DictValue } from '../../../kit/fields/status.tsx';

interface Scope {
  readonly packageService: number | null;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
}

/** The scope of a package's units: the service, and for checks the kind of check. */
export function PackageScope({
  of: { packageService: service, filterType: check, activePeriod: period },
}: {
  of: Scope;
}) {
  return (
    <>
      {service !== null && <DictValue dictionary={packageService} value={service} />}
      {check !== null && (
        <>
          {' · '}
          <DictValue dictionary={filterType} value={check} />
        </>
      )}
      {period !== null && (
        <>
          {' · '}
          <DictValue dictionary={activePeriod} value={period} />
        </>
      )}
    </>
  );
}
