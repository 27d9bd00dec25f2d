import type { ResourceName } from './registry.ts';

const balances = ['agent/user', 'finance/log'] as const;
const stock = ['whatsapp/warehouse', 'whatsapp/inventory', 'whatsapp/outbound', 'agent/product'] as const;
const sales = [...balances, ...stock, 'agent/quota', 'agent/lease', 'whatsapp/pre-order'] as const;

/** Resources whose lists show data changed by the named resource. Server and console both refresh them. */
const dependents: Partial<Record<ResourceName, readonly ResourceName[]>> = {
  'agent/configuration': ['agent/product', 'whatsapp/price-configure'],
  'agent/lease': sales,
  'agent/product': sales,
  'agent/quota': balances,
  'agent/recharge': ['user/recharge-record', 'user/incoming-payment', 'user/app-user', ...balances],
  'agent/user': ['finance/log', 'system/user', 'desk/approval', 'agent/recharge', 'user/recharge-record'],
  'agent/verification': ['agent/user'],
  'user/app-user': ['finance/log', 'desk/approval', 'user/user-team', 'user/app'],
  'agent/warranty-case': ['agent/warranty-claim'],
  'agent/warranty-claim': [...sales, 'agent/warranty-case'],
  'agent/withdrawal': ['user/withdrawal-record', 'desk/approval', 'user/app-user', ...balances],
  'desk/approval': [
    ...balances,
    'user/app-user',
    ...['agent/recharge', 'user/recharge-record'],
    ...['user/payment-method', 'user/payment-watcher', 'user/payout-channel'],
    ...['whatsapp/price-configure', 'system/user', 'system/param'],
  ] as readonly ResourceName[],
  'report/report': ['report/schedule'],
  'resource/mail': ['resource/mail-log'],
  'resource/oss': ['resource/attach', 'desk/task'],
  'resource/sms': ['resource/sms-log'],
  'system/api-scope': ['system/menu', 'system/role'],
  'system/data-scope': ['system/menu', 'system/role'],
  'system/dept': ['system/user'],
  'system/menu': ['system/top-menu'],
  'system/param': ['desk/approval'],
  'system/post': ['system/user'],
  'system/role': ['system/user', 'system/menu'],
  'system/tenant-package': ['system/tenant', 'system/menu'],
  'system/top-menu': ['system/menu'],
  'system/user': ['agent/user'],
  'user/incoming-payment': ['agent/recharge', 'user/recharge-record', ...balances],
  'user/payment-method': ['desk/approval'],
  'user/payment-watcher': ['desk/approval'],
  'user/payout-channel': ['desk/approval'],
  'user/recharge-record': ['agent/recharge', 'user/incoming-payment', ...balances],
  'user/user-wallet': ['user/wallet-address'],
  'user/wallet-address': ['user/user-wallet'],
  'user/withdrawal-record': ['agent/withdrawal', 'desk/approval', ...balances],
  'whatsapp/embedded-number-task': ['whatsapp/embedded-number'],
  'whatsapp/inventory': stock,
  'whatsapp/outbound': stock,
  'whatsapp/pre-order': sales,
  'whatsapp/pre-warehouse': stock,
  'whatsapp/price-configure': ['agent/product', 'whatsapp/inventory', 'desk/approval'],
  'whatsapp/supplier-claim': ['whatsapp/supplier'],
  'whatsapp/supplier': ['whatsapp/pre-warehouse', 'whatsapp/warehouse', 'whatsapp/supplier-claim'],
  'whatsapp/warehouse': ['whatsapp/pre-warehouse', ...stock],
};

/** Returns the named resources and the dependents of each, without repetition. Unknown names are returned as they are. */
export const withDependents = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => [name, ...(dependents[name as ResourceName] ?? [])])),
];
