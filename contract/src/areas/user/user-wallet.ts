import { crud, resource } from '../../kit/resource.ts';
import { walletAddressFields as fields } from './wallet-address.ts';

const calls = crud(fields, ['list', 'save', 'update'], { changes: 'destinations' });

/** The addresses of `user/wallet-address`, by another name that consoles call them by. */
export const userWallet = resource('user/user-wallet', {
  title: { zh: '用户钱包', en: 'User wallets' },
  nameField: 'address',
  defaultSort: '-createTime',
  fields,
  calls,
});
