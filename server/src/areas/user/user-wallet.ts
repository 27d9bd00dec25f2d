import { userWallet } from '@trade-assistant/contract/areas/user/user-wallet.ts';
import { walletAddress } from '@trade-assistant/contract/areas/user/wallet-address.ts';
import {
  addressToWrite,
  afterPayeeSaved,
  assertOwn,
  oneOfEach,
  ownPayees,
  walletAddresses,
} from '../../engines/money/payments/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

/** The rows of `user/wallet-address` under another name. */
export default resourceRoutes(userWallet, walletAddresses, {
  scope: 'tenant',
  unique: oneOfEach,
  rows: ({ actor }) => ownPayees(actor, walletAddresses),
  beforeSave: (c, tx, input, existing) => {
    assertOwn(c.actor, existing);
    return addressToWrite(tx, c.actor, input, existing);
  },
  afterSave: (c, tx, row) =>
    afterPayeeSaved(tx, c.actor, walletAddresses, row, { name: walletAddress.name, called: row.address }),
});
