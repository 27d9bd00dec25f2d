/**
 * Codes of ledger accounts: `u:{userId}:{wallet}` for a user's wallet, `p:{account}` or `p:{account}:{detail}` for the
 * platform's. Pure.
 */

/** The wallets of a user, each with its number in the database and in the finance log. */
export const WALLET_KIND = {
  balance: 1,
  hold: 2,
  brokerage: 3,
  brokerage_hold: 4,
  rebate_pending: 5,
  rebate_debt: 6,
  bonus: 7,
} as const;

export type WalletName = keyof typeof WALLET_KIND;
export type WalletKind = (typeof WALLET_KIND)[WalletName];

/** The platform's accounts; those with a detail (payment method, channel, business type) are written `cash:{detail}`. */
export const PLATFORM_ACCOUNTS = {
  cash: true,
  clearing: true,
  deferred: true,
  revenue: true,
  rebate_expense: false,
  reward_expense: false,
  marketing_expense: false,
  fee_income: false,
  adjust: false,
} as const;

export type PlatformAccountName = keyof typeof PLATFORM_ACCOUNTS;
export type UserAccount = `u:${string}:${WalletName}`;
export type PlatformAccount = `p:${string}`;
export type AccountCode = UserAccount | PlatformAccount;

/** A parsed account code. `pattern` is the form that event rules name: `u:balance`, `p:cash`. */
export type Account =
  | { readonly code: UserAccount; readonly pattern: AccountPattern; readonly userId: bigint; readonly kind: WalletKind }
  | { readonly code: PlatformAccount; readonly pattern: AccountPattern; readonly userId: null; readonly kind: null };

export type AccountPattern = `u:${WalletName}` | `p:${PlatformAccountName}`;

/** The code of a user's wallet. */
export const walletOf = (userId: bigint, wallet: WalletName): UserAccount => `u:${userId}:${wallet}`;

/** `p:revenue:{businessType}`: income of one line of business. */
export const revenue = (businessType: string): PlatformAccount => `p:revenue:${businessType}`;

/** `p:cash:{methodCode}`: money received or paid through one payment method. */
export const cash = (methodCode: string): PlatformAccount => `p:cash:${methodCode}`;

/** `p:clearing:{channel}`: payouts in transit at one channel. */
export const clearing = (channel: string): PlatformAccount => `p:clearing:${channel}`;

/** `p:deferred:{businessType}`: packages sold and not yet used. */
export const deferred = (businessType: string): PlatformAccount => `p:deferred:${businessType}`;

/** Parses an account code. @throws RangeError for an invalid one */
export function parseAccount(code: AccountCode): Account {
  const [owner, name = '', detail, ...rest] = code.split(':');
  if (rest.length === 0 && owner === 'u' && detail !== undefined && /^\d{1,19}$/.test(name) && isWallet(detail)) {
    return {
      code: walletOf(BigInt(name), detail),
      pattern: `u:${detail}`,
      userId: BigInt(name),
      kind: WALLET_KIND[detail],
    };
  }
  if (rest.length === 0 && owner === 'p' && isPlatform(name)) {
    const wellFormed = PLATFORM_ACCOUNTS[name] ? /^[\w.-]{1,64}$/.test(detail ?? '') : detail === undefined;
    if (wellFormed) return { code: code as PlatformAccount, pattern: `p:${name}`, userId: null, kind: null };
  }
  throw new RangeError(`Not a ledger account: ${code}`);
}

const isWallet = (name: string): name is WalletName => Object.hasOwn(WALLET_KIND, name);
const isPlatform = (name: string): name is PlatformAccountName => Object.hasOwn(PLATFORM_ACCOUNTS, name);
