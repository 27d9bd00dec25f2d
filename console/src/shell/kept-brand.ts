import { useSession } from '../kit/client/session.ts';
import { useLocale } from '../kit/i18n.ts';
import { readStored, writeStored } from '../kit/storage.ts';
import { words } from './words.ts';

/** The mark and name of a tenant, as sent by the server. */
export interface Brand {
  readonly logoUrl: string;
  readonly name: string;
  readonly nameEn: string;
}
interface KeptBrand {
  readonly tenantId: string;
  readonly brand: Brand;
}
const KEPT = 'brand';

export function readBrand(tenantId: string | undefined): Brand | undefined {
  const kept = readStored<Partial<KeptBrand>>(KEPT);
  return tenantId !== undefined && kept?.tenantId === tenantId ? kept.brand : undefined;
}

export const keepBrand = (tenantId: string, brand: Brand): void => {
  writeStored(KEPT, { tenantId, brand } satisfies KeptBrand);
};

/** The name of the console as known to this browser, for screens shown before the server has answered. */
export function useKeptName(): string {
  const locale = useLocale();
  const brand = readBrand(useSession(({ user }) => user?.tenantId));
  return (locale === 'en' ? brand?.nameEn : brand?.name) || words.product[locale];
}
