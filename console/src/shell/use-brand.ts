import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { useEffect } from 'react';
import { useCall } from '../kit/client/query.ts';
import { useSession } from '../kit/client/session.ts';
import { useLocale } from '../kit/i18n.ts';
import { type Brand, keepBrand, readBrand } from './kept-brand.ts';
import { words } from './words.ts';

/**
 * Returns the mark and name of the tenant, or the product's where it has none. The last known brand is shown until the
 * server has answered, so that a reload shows no other mark first.
 */
export function useBrand(): { readonly name: string; readonly logoUrl: string | undefined } {
  const locale = useLocale();
  const tenantId = useSession(({ user }) => user?.tenantId);
  const { data } = useCall(oauth, 'user-info', {}, { enabled: tenantId !== undefined, staleMillis: 60_000 });
  // A node of the previous version does not send it.
  const answered: Brand | undefined = data?.brand;
  const brand = data ? answered : readBrand(tenantId);
  useEffect(() => {
    if (answered && tenantId !== undefined) keepBrand(tenantId, answered);
  }, [answered, tenantId]);
  const name = locale === 'en' ? brand?.nameEn : brand?.name;
  return { name: name || words.product[locale], logoUrl: brand?.logoUrl || undefined };
}
