import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { Flag } from '../../kit/fields/country.tsx';
import { RowName } from '../../kit/fields/row-name.tsx';
import { Nothing, Status } from '../../kit/fields/status.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const { blockReason } = country.fields;

/** Countries: the businesses sold there, and the rules of their numbers. */
export default resourcePage(country, {
  leading: ['countryCode', 'nameZh', 'dialCode', 'isBlocked', 'riskLevel', 'status'],
  columns: {
    nameZh: {
      render: (row) => (
        <span className="kit-country">
          <Flag code={row.countryCode} />
          <span className="kit-cut">
            <RowName resource={country} row={row} />
          </span>
        </span>
      ),
    },
    dialCode: { render: ({ dialCode }) => <span className="kit-number">+{dialCode}</span> },
    isBlocked: {
      render: ({ isBlocked, blockReason: reason }) =>
        isBlocked === 1 ? (
          <span title={reason ?? undefined}>
            <Status tone="bad" words={{ zh: '禁售', en: 'Blocked' }} />
          </span>
        ) : (
          <Nothing />
        ),
    },
  },
  rowActions: [
    {
      key: 'block',
      label: { zh: '禁售', en: 'Block' },
      permission: 'edit',
      isDangerous: true,
      isOffered: ({ isBlocked }) => isBlocked === 0,
      confirm: {
        zh: '禁售后不再接受该国家的新订单，进行中的订单照常完成。',
        en: 'New orders for this country are refused. Existing orders continue.',
      },
      fields: { blockReason: { ...blockReason, options: { ...blockReason.options, required: true } } },
      call: 'update',
      input: ([row], values) => ({ id: row?.id, version: row?.version, isBlocked: 1, ...values }),
    },
    {
      key: 'unblock',
      label: { zh: '解除禁售', en: 'Unblock' },
      permission: 'edit',
      isOffered: ({ isBlocked }) => isBlocked === 1,
      confirm: { zh: '重新接受该国家的新订单？', en: 'Accept new orders for this country again?' },
      call: 'update',
      input: ([row]) => ({ id: row?.id, version: row?.version, isBlocked: 0, blockReason: null }),
    },
  ],
});
