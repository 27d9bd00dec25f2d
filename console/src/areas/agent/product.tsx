import { shelfStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { PiecePrice } from '../../features/shop/piece-price.tsx';
import { Nothing } from '../../kit/fields/status.tsx';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Gallery } from './product/gallery.tsx';
import { ShelfSwitch } from './product/shelf-switch.tsx';
import { PackageScope } from './quota/package-scope.tsx';

/** Products: a list for sellers, a shop for buyers. */
export default function ProductPage() {
  const canAdd = useCan('agent/product:add');
  const canBuy = useCan('agent/product:buy');
  return canBuy && !canAdd ? <Gallery /> : <ProductList />;
}

const price = (row: WireRowOf<typeof agentProduct>) =>
  row.salePrice === null ? <Nothing /> : <PiecePrice price={row.salePrice} of={row} />;

const ProductList = resourcePage(agentProduct, {
  leading: ['nameZh', 'countryCode', 'salePrice', 'stock', 'saleCount', 'shelfStatus'],
  columns: {
    nameZh: { width: 280 },
    currency: { isHiddenAtFirst: true },
    salePrice: { render: (row) => price(row) },
    packageService: { render: (row) => (row.packageService === null ? <Nothing /> : <PackageScope of={row} />) },
    shelfStatus: { render: (row) => <ShelfSwitch row={row} /> },
    stock: {
      render: ({ stock }) =>
        stock === null ? (
          '∞'
        ) : (
          <span className={`kit-number ${stock === 0 ? 'kit-bad' : ''}`}>{stock.toLocaleString('en-US')}</span>
        ),
    },
  },
  facts: { salePrice: (row) => price(row) },
  isRemovable: ({ shelfStatus: status }) => status !== shelfStatus.is.on,
});
