import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { activePeriod, filterType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { DictValue } from '../../../kit/fields/status.tsx';

interface Scope {
  readonly packageService: number | null;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
}

/** What the units of a package are good for: the service, and of checks which one. */
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
