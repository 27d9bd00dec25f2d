import { quota, quotaEntries } from '@trade-assistant/contract/areas/agent/quota.ts';
import { Link } from 'react-router';
import { without } from '../../kit/form/values.ts';
import { useCan } from '../../kit/permission.tsx';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';
import { PackageScope } from './quota/package-scope.tsx';
import { QuotaBar, QuotaFigures } from './quota/quota-bar.tsx';

/** Prepaid packages: those of the user and their sub-accounts, for staff all. */
export default function QuotaPage() {
  const isBuyer = useCan('agent/product:buy');
  const hasBelow = useCan('agent/user:view');
  return isBuyer && !hasBelow ? <OwnPackages /> : <AllPackages />;
}

const options: ResourcePageOptions<typeof quota> = {
  leading: ['packageName', 'status', 'packageService', 'left', 'expireTime', 'ownerName', 'total', 'amount'],
  columns: {
    packageName: { wraps: false },
    packageService: {
      title: { zh: '可抵用', en: 'Covers' },
      wraps: false,
      render: (row) => <PackageScope of={row} />,
    },
    filterType: false,
    left: {
      title: { zh: '剩余', en: 'Remaining' },
      wraps: false,
      render: (row) => <QuotaBar quota={row} />,
    },
    orderNo: { render: ({ orderNo }) => <OrderLink orderNo={orderNo} /> },
  },
  detail: (row) => <QuotaFigures quota={row} />,
  tabs: [
    {
      key: 'uses',
      label: { zh: '明细', en: 'Statement' },
      list: {
        resource: quotaEntries,
        call: 'uses',
        path: 'agent/quota',
        filter: ({ id }) => ({ quotaId: id }),
        columns: ['createTime', 'kind', 'units', 'leftAfter', 'amount', 'bizNo', 'remark'],
        sort: '-createTime',
      },
    },
  ],
  unmentioned: ['ownerId'],
};

const AllPackages = resourcePage(quota, options);
const OwnPackages = resourcePage(quota, {
  ...options,
  search: (fields) => without(fields, 'ownerId'),
  columns: { ...options.columns, ownerName: false },
  unmentioned: ['ownerId', 'ownerName'],
});

/** The order a package was bought by. */
function OrderLink({ orderNo }: { orderNo: string }) {
  const canSeeOrders = useCan('agent/product:orders');
  return canSeeOrders ? (
    <Link to={`/agent/product-order?orderNo=${encodeURIComponent(orderNo)}`}>{orderNo}</Link>
  ) : (
    <span className="kit-number">{orderNo}</span>
  );
}
