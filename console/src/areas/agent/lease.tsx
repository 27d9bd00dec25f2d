import { leaseProblem, leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { lease, leaseMonths } from '@trade-assistant/contract/areas/agent/lease.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { Link } from 'react-router';
import { PausedNotice } from '../../features/upline/paused-notice.tsx';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { showSuccess } from '../../kit/feedback.tsx';
import { DictValue, Nothing } from '../../kit/fields/status.tsx';
import { without } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { SwitchCell } from '../../kit/parts/switch-cell.tsx';
import { useCan } from '../../kit/permission.tsx';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';
import { DaysLeft, isMine, isRunning, type Lease, LeaseFigures } from './lease/days-left.tsx';

const Renew = lazyWithRetry(() => import('./lease/renew.tsx'));

/** Rented numbers: those of the user and their sub-users, for staff all. */
export default function LeasePage() {
  const { data } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const hasBelow = useCan('agent/user:view');
  if (!data) return null;
  if (data.userType === userType.is.staff) return <AllLeases />;
  return (
    <>
      <PausedNotice />
      {hasBelow ? <OwnLeases /> : <MyLeases />}
    </>
  );
}

const options: ResourcePageOptions<typeof lease> = {
  leading: ['number', 'status', 'daysLeft', 'endDate', 'autoRenew', 'monthPrice', 'countryCode', 'productName'],
  columns: {
    number: { wraps: false },
    productName: { wraps: false },
    status: { render: (row) => <State row={row} /> },
    daysLeft: { render: (row) => <DaysLeft lease={row} /> },
    autoRenew: { render: (row) => <AutoRenew row={row} /> },
    problem: { isHiddenAtFirst: true },
    supplyEnd: { render: (row) => <SupplyEnd row={row} /> },
    orderNo: { render: ({ orderNo }) => <OrderLink orderNo={orderNo} /> },
  },
  detail: (row) => <LeaseFigures lease={row} />,
  tabs: [
    {
      key: 'months',
      label: { zh: '租期明细', en: 'Months' },
      list: {
        resource: leaseMonths,
        call: 'months',
        path: 'agent/lease',
        filter: ({ id }) => ({ leaseId: id }),
        columns: ['monthNo', 'fromDate', 'untilDate', 'amount', 'docNo'],
        sort: '-monthNo',
      },
    },
  ],
  unmentioned: ['ownerId', 'isOwn', 'daysLeft', 'months', 'monthPrice'],
};

const renewing: ResourcePageOptions<typeof lease> = {
  ...options,
  columns: { ...options.columns, supplyEnd: false },
  unmentioned: [...(options.unmentioned ?? []), 'supplyEnd'],
  toolbarActions: [
    {
      key: 'renew-soon',
      label: { zh: '续租即将到期的', en: 'Renew leases ending soon' },
      permission: 'renew',
      isPrimary: true,
      panel: ({ onClose }) => <Renew onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'renew',
      label: { zh: '续租', en: 'Renew' },
      permission: 'renew',
      on: 'both',
      isOffered: isMine,
      panel: ({ rows, onClose }) => <Renew ids={rows.map(({ id }) => id)} onClose={onClose} />,
    },
    ...([1, 0] as const).map((autoRenew) => ({
      key: `auto-${autoRenew}`,
      label: autoRenew
        ? { zh: '开启自动续租', en: 'Turn on auto-renew' }
        : { zh: '关闭自动续租', en: 'Turn off auto-renew' },
      permission: 'renew',
      on: 'selection' as const,
      isOffered: isMine,
      call: 'auto-renew' as const,
      input: (rows: readonly Lease[]) => ({ ids: rows.map(({ id }) => id).join(','), autoRenew }),
      done: autoRenew
        ? { zh: '已开启自动续租', en: 'Auto-renew is on' }
        : { zh: '已关闭自动续租', en: 'Auto-renew is off' },
    })),
  ],
};

const AllLeases = resourcePage(lease, {
  ...options,
  leading: ['number', 'ownerName', 'status', 'daysLeft', 'endDate', 'autoRenew', 'monthPrice', 'supplyEnd'],
});
const OwnLeases = resourcePage(lease, renewing);
const MyLeases = resourcePage(lease, {
  ...renewing,
  search: (fields) => without(fields, 'ownerId'),
  columns: { ...renewing.columns, ownerName: false },
  unmentioned: [...(renewing.unmentioned ?? []), 'ownerName'],
});

/** The status of a lease, with the reason of a failed automatic renewal. */
function State({ row }: { row: Lease }) {
  return (
    <>
      <DictValue dictionary={leaseStatus} value={row.status} />
      {row.problem !== null && isRunning(row) && (
        <>
          <br />
          <DictValue dictionary={leaseProblem} value={row.problem} />
        </>
      )}
    </>
  );
}

/** Switches the automatic renewal of a lease; its owner may. */
function AutoRenew({ row }: { row: Lease }) {
  const t = useText();
  const canRenew = useCan('agent/lease:renew');
  const words = row.autoRenew ? t({ zh: '是', en: 'Yes' }) : t({ zh: '否', en: 'No' });
  if (!isRunning(row)) return <Nothing />;
  if (!canRenew || !isMine(row)) return <span>{words}</span>;
  return (
    <SwitchCell
      label={`${t({ zh: '自动续租', en: 'Auto-renew' })} ${row.number}`}
      isOn={row.autoRenew === 1}
      onSwitch={async (isOn) => {
        await call(lease, 'auto-renew', { ids: row.id, autoRenew: isOn ? 1 : 0 });
        showSuccess(
          isOn
            ? { zh: '到期日将自动续租', en: 'Renews automatically on the last day' }
            : { zh: '已关闭自动续租', en: 'Auto-renew is off' },
        );
        await invalidate(lease);
      }}
    />
  );
}

/** For how long the number itself is supplied: a warning where that ends before it is given back. */
function SupplyEnd({ row }: { row: Lease }) {
  if (row.supplyEnd === null) return <Nothing />;
  const isTooSoon = isRunning(row) && row.supplyEnd < row.endDate;
  return <span className={`kit-number ${isTooSoon ? 'kit-bad' : ''}`}>{row.supplyEnd}</span>;
}

/** The order a number was rented by. */
function OrderLink({ orderNo }: { orderNo: string }) {
  const canSeeOrders = useCan('agent/product:orders');
  return canSeeOrders ? (
    <Link to={`/agent/product-order?orderNo=${encodeURIComponent(orderNo)}`}>{orderNo}</Link>
  ) : (
    <span className="kit-number">{orderNo}</span>
  );
}
