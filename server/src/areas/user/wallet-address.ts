import { walletAddress } from '@trade-assistant/contract/areas/user/wallet-address.ts';
import {
  addressToWrite,
  afterPayeeSaved,
  assertOwn,
  oneOfEach,
  openWithdrawalsTo,
  ownPayees,
  unfreezeRemoved,
  walletAddresses,
} from '../../engines/money/payments/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(walletAddress, walletAddresses, {
  scope: 'tenant',
  usedBy: [openWithdrawalsTo('wallet')],
  unique: oneOfEach,
  rows: ({ actor }) => ownPayees(actor, walletAddresses),
  beforeSave: (c, tx, input, existing) => {
    assertOwn(c.actor, existing);
    return addressToWrite(tx, c.actor, input, existing);
  },
  afterSave: (c, tx, row) =>
    afterPayeeSaved(tx, c.actor, walletAddresses, row, { name: walletAddress.name, called: row.address }),
  onTransition: async (c, tx, rows, { name }) => {
    const ids = rows.map(({ id }) => id);
    if (name === 'unfreeze') await unfreezeRemoved(tx, c.actor, walletAddresses, ids);
  },
  beforeRemove: async (c, _tx, rows) => {
    for (const row of rows) assertOwn(c.actor, row);
  },
});
