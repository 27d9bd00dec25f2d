import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/**
 * A role of a new installation. `may` names permissions: `area/resource:action`, with `*` for any run of characters;
 * a leading `!` takes away what an earlier pattern gave. What no pattern gives is not allowed.
 */
export interface RoleSeed extends Text {
  readonly key: string;
  readonly may: readonly string[];
}

const stock = [
  'whatsapp/pre-warehouse:*',
  'whatsapp/warehouse:*',
  'whatsapp/inventory:*',
  'whatsapp/outbound:*',
  '!*:plain',
];

export const roleSeeds: readonly RoleSeed[] = [
  // Holds everything by being the administrator; grants would only be able to say less.
  { key: 'administrator', zh: '超级管理员', en: 'Super admin', may: [] },
  {
    key: 'admin',
    zh: '运营管理员',
    en: 'Operations',
    may: [
      'whatsapp/*',
      'user/country:*',
      'agent/*',
      'finance/log:view',
      'desk/task:*',
      'desk/notice:*',
      'message:*',
      'system/menu:view',
      'log/error:send',
      '!agent/user:adjust',
      '!agent/user:approve',
      '!agent/product:buy',
      '!agent/recharge:add',
      '!agent/recharge:edit',
      '!agent/recharge:audit',
      '!agent/withdrawal:*',
      'agent/withdrawal:view',
      '!*:plain',
    ],
  },
  {
    key: 'finance',
    zh: '财务',
    en: 'Finance',
    may: [
      'finance/log:*',
      'finance/proof:*',
      'user/payment-method:*',
      'agent/recharge:view',
      'agent/recharge:audit',
      'agent/recharge:export',
      'user/recharge-record:*',
      'agent/withdrawal:*',
      '!agent/withdrawal:add',
      '!agent/withdrawal:check',
      'user/withdrawal-record:*',
      'user/payout-channel:*',
      'user/wallet-address:view',
      'user/wallet-address:freeze',
      'user/bank-card:view',
      'user/bank-card:freeze',
      'user/user-wallet:view',
      '!user/payment-method:approve',
      'agent/user:view',
      'agent/user:rebates',
      'agent/user:rebate-export',
      'agent/user:adjust',
      'agent/user:export',
      'agent/configuration:view',
      'agent/configuration:rebate',
      'agent/product:view',
      'agent/product:orders',
      'agent/product:order-export',
      'whatsapp/outbound:view',
      'whatsapp/price-configure:view',
      'whatsapp/price-configure:cost',
      'desk/task:view',
      'desk/approval:view',
      'message:send',
    ],
  },
  {
    key: 'finance_check',
    zh: '财务复核',
    en: 'Finance checker',
    may: [
      'finance/log:*',
      'finance/proof:*',
      'user/payment-method:view',
      'user/payment-method:approve',
      'agent/user:view',
      'agent/user:approve',
      'agent/withdrawal:view',
      'agent/withdrawal:risk',
      'agent/withdrawal:check',
      'user/withdrawal-record:view',
      'user/withdrawal-record:risk',
      'desk/approval:*',
      'agent/product:orders',
      'whatsapp/outbound:view',
      'whatsapp/price-configure:view',
      'whatsapp/price-configure:cost',
      'desk/task:view',
      'message:send',
    ],
  },
  {
    key: 'compliance',
    zh: '合规',
    en: 'Compliance',
    may: [
      'whatsapp/*:view',
      'agent/user:view',
      'agent/product:orders',
      'user/country:view',
      'log/*:view',
      '!log/audit:view',
      'desk/task:view',
      'message:send',
    ],
  },
  {
    key: 'warehouse',
    zh: '仓管',
    en: 'Stock keeper',
    may: [...stock, 'user/country:view', 'desk/task:view', 'message:send'],
  },
  {
    key: 'support',
    zh: '客服',
    en: 'Support',
    may: [
      'whatsapp/outbound:view',
      'whatsapp/inventory:view',
      'agent/user:view',
      'agent/product:view',
      'agent/product:orders',
      'finance/log:view',
      'desk/task:view',
      'message:send',
    ],
  },
  // Everybody in the house; what else they need comes with a further role.
  { key: 'user', zh: '普通用户', en: 'User', may: ['desk/task:view', 'message:send'] },
  {
    key: 'agent',
    zh: '代理',
    en: 'Agent',
    may: [
      'agent/product:view',
      'agent/product:buy',
      'agent/product:orders',
      'agent/recharge:view',
      'agent/recharge:add',
      'agent/recharge:edit',
      'agent/recharge:export',
      'agent/withdrawal:view',
      'agent/withdrawal:add',
      'agent/withdrawal:transfer',
      'agent/withdrawal:export',
      'whatsapp/outbound:view',
      'whatsapp/outbound:export',
      'finance/log:view',
      'finance/log:export',
      'agent/product:order-export',
      'agent/user:view',
      'agent/user:export',
      'agent/user:add',
      'agent/user:edit',
      'agent/user:disable',
      'agent/user:rebates',
      'agent/user:rebate-export',
      'agent/configuration:view',
      'agent/configuration:add',
      'agent/configuration:edit',
      'agent/configuration:delete',
      'user/wallet-address:view',
      'user/wallet-address:add',
      'user/wallet-address:edit',
      'user/wallet-address:delete',
      'user/bank-card:view',
      'user/bank-card:add',
      'user/bank-card:edit',
      'user/bank-card:delete',
      'user/user-wallet:view',
      'user/user-wallet:add',
      'user/user-wallet:edit',
      'desk/task:view',
      'message:send',
    ],
  },
  {
    key: 'agent_sub',
    zh: '子账号',
    en: 'Sub-user',
    may: [
      'agent/product:view',
      'agent/product:buy',
      'agent/product:orders',
      'agent/recharge:view',
      'agent/recharge:add',
      'agent/recharge:edit',
      'agent/recharge:export',
      'whatsapp/outbound:view',
      'whatsapp/outbound:export',
      'finance/log:view',
      'finance/log:export',
      'agent/product:order-export',
      'user/wallet-address:view',
      'user/wallet-address:add',
      'user/wallet-address:edit',
      'user/wallet-address:delete',
      'user/bank-card:view',
      'user/bank-card:add',
      'user/bank-card:edit',
      'user/bank-card:delete',
      'user/user-wallet:view',
      'user/user-wallet:add',
      'user/user-wallet:edit',
      'desk/task:view',
      'message:send',
    ],
  },
];

/** Whether the patterns of a role give a permission; the last pattern that matches decides. */
export function patternsAllow(may: readonly string[], permission: string): boolean {
  let given = false;
  for (const pattern of may) {
    const takes = pattern.startsWith('!');
    if (patternMatches(takes ? pattern.slice(1) : pattern, permission)) given = !takes;
  }
  return given;
}

/** Whether one pattern (without `!`) names a permission. */
export function patternMatches(pattern: string, permission: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`).test(permission);
}
