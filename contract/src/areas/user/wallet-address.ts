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
    width: 90,
  }),
  address: identifier({
    label: { zh: '钱包地址', en: 'Address' },
    help: { zh: '保存后不可修改，请从钱包原样复制', en: 'Never changes; copy it from the wallet as it stands' },
    max: 64,
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    width: 360,
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
  help: { zh: '提现到数字货币钱包的地址', en: 'Where withdrawals in crypto are sent' },
  empty: {
    zh: '添加地址后，冷却期满即可提现到该地址',
    en: 'Once its cooling-off is over, withdrawals may go to an address',
  },
  nameField: 'address',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions: payeeTransitions,
  fields: walletAddressFields,
  calls: { ...calls, ...transitionCalls(payeeTransitions) },
});
