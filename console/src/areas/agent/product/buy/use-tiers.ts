import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { useCall } from '../../../../kit/client/query.ts';
import type { Product } from '../product-row.ts';
import { isPackage } from '../quantity.ts';

/** The tiers of the buyer's own price for this product. */
export function useTiers(product: Product) {
  const { countryCode, filterType, activePeriod } = product;
  const { data } = useCall(
    priceConfigure,
    'latest',
    {
      businessType: product.businessType,
      serviceType: product.serviceType,
      ...(countryCode ? { countryCode } : {}),
    },
    { enabled: countryCode !== null || isPackage(product), staleMillis: 0 },
  );
  const where = countryCode ?? '*';
  return (
    data?.items.find(
      (item) => item.countryCode === where && item.filterType === filterType && item.activePeriod === activePeriod,
    )?.tiers ?? []
  );
}
