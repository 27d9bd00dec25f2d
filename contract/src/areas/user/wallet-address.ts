import { dict, identifier } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import { network } from './dictionaries.ts';
import { payeeOwner, payeeState, payeeTransitions } from './payee-fields.ts';

export const walletAddressFields = {
  ...payeeOwner,
  network: dict(network, {
    label: { zh: '网络', en: 'Network' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: network.is.trc20,
  }),
  address: identifier({
    label: { zh: '钱包地址', en: 'Address' },
    help: { zh: '保存后不可修改，请从钱包原样复制', en: 'Cannot be changed; copy it from the wallet' },
    max: 64,
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
  }),
  ...payeeState,
};

const calls = crud(
  walletAddressFields,
  ['list', 'counts', 'detail', 'save', 'update', 'remove', 'export', 'timeline'],
  { changes: 'destinations' },
);

/** The blockchain addresses people have their withdrawals sent to. */
export const walletAddress = resource('user/wallet-address', {
  title: { zh: '钱包地址', en: 'Wallet addresses' },
  help: { zh: '提现到数字货币钱包的地址', en: 'Crypto addresses for withdrawals' },
  empty: {
    zh: '添加地址后，冷却期满即可提现到该地址',
    en: 'After the waiting period, withdrawals can be paid to an address',
  },
  nameField: 'address',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions: payeeTransitions,
  fields: walletAddressFields,
  calls: { ...calls, ...transitionCalls(payeeTransitions) },
});
