import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { importAddress } from '../../../features/importing/address.ts';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCanAny } from '../../../kit/permission.tsx';
import styles from './purchase-check.module.css';

type Check = CallData<typeof agentProduct, 'purchase-check', 'in'>;
type Reason = Check['reasons'][number];

interface PurchaseCheckProps {
  /** The agent or sub-user; absent: the reader. */
  readonly userId?: string;
  /** Absent: all products on sale. */
  readonly productId?: string;
  /** Refusals that the screen shows itself. */
  readonly without?: readonly string[];
  /** Empty when nothing prevents the purchase. */
  readonly isQuiet?: boolean;
}

/** Whether a user can buy now; otherwise every reason with a link to the place that changes it. */
export function PurchaseCheck({ userId, productId, without = [], isQuiet = false }: PurchaseCheckProps) {
  const t = useText();
  const input = { ...(userId ? { userId } : {}), ...(productId ? { productId } : {}) };
  const { data } = useCall(agentProduct, 'purchase-check', input, { staleMillis: 0 });
  if (!data) return null;
  const reasons = data.reasons.filter(({ code }) => !without.includes(code));
  if (isQuiet && reasons.length === 0) return null;
  return (
    <Alert
      className="kit-alert"
      role="status"
      showIcon
      type={data.buyable > 0 ? (reasons.length > 0 ? 'info' : 'success') : 'warning'}
      title={t(titleOf(data, productId !== undefined), {
        n: countText(data.buyable),
        all: countText(data.checked),
      })}
      description={
        reasons.length > 0 && (
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason.code}>
                <ReasonLine reason={reason} userId={userId} isOfOne={productId !== undefined} />
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function titleOf({ checked, buyable }: Check, isOfOne: boolean): Text {
  if (checked === 0) return { zh: '没有在售商品', en: 'No products are on sale' };
  if (buyable === 0)
    return isOfOne
      ? { zh: '现在不能购买', en: 'Cannot be bought now' }
      : { zh: '不能购买：{all} 个在售商品都不可买', en: 'Cannot buy: none of the {all} products on sale is available' };
  return isOfOne
    ? { zh: '可以购买', en: 'Can be bought' }
    : { zh: '可以购买 {n} / {all} 个在售商品', en: 'Can buy {n} of {all} products on sale' };
}

function ReasonLine({ reason, userId, isOfOne }: { reason: Reason; userId: string | undefined; isOfOne: boolean }) {
  const t = useText();
  const can = useCanAny();
  const { data: me } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const isStaff = me?.userType === userType.is.staff;
  const way = isStaff ? staffWay(reason, userId) : buyerWay(reason);
  const isAllowed = way !== null && can(way.permission);
  return (
    <>
      <span>
        {t(wordsOf(reason), {
          money: reason.missing === null ? '' : `${groupedMoney(reason.missing)} ${BOOK_CURRENCY}`,
          name: reason.accountName ?? '',
        })}
        {!isOfOne && (
          <span className="kit-weak">
            {' · '}
            {t({ zh: '{n} 个商品', en: '{n} {n|product|products}' }, { n: countText(reason.products) })}
            {reason.countryCode && reason.products === 1 && (
              <>
                {' · '}
                <CountryValue code={reason.countryCode} />
              </>
            )}
          </span>
        )}
      </span>
      {isAllowed ? (
        <Link to={way.to}>{t(way.label)}</Link>
      ) : (
        <span className="kit-weak">
          {t(isStaff ? { zh: '需有权限的同事处理', en: 'A colleague with the permission can change it' } : CONTACT)}
        </span>
      )}
    </>
  );
}

const CONTACT = { zh: '请联系上级或平台', en: 'Please contact your parent agent or the platform' };

/** Returns the sentence of a reason; the server's own where the console knows no better one. */
function wordsOf({ code, text, accountName, missing, products }: Reason): Text {
  if (code === 'BALANCE_NOT_ENOUGH' && missing !== null)
    return { zh: '余额不足，至少还差 {money}', en: 'Insufficient balance: at least {money} is missing' };
  if (code === 'BUYER_NOT_ALLOWED' && accountName !== null)
    return { zh: '账号“{name}”未启用或已锁定', en: 'The account “{name}” is not active, or locked' };
  if (code === 'UPLINE_DISABLED' && accountName !== null)
    return { zh: '上级“{name}”未启用', en: 'The parent agent “{name}” is not active' };
  // The stock left differs by product.
  if (code === 'STOCK_NOT_ENOUGH' && products > 1) return { zh: '库存不足', en: 'Not enough stock' };
  if (code === 'PRICE_NOT_FOUND') return { zh: '未定价或未开通', en: 'No price, or not enabled for this agent' };
  return { zh: text, en: text };
}

interface Way {
  readonly label: Text;
  readonly to: string;
  readonly permission: string;
}

/** Returns the place where staff change a reason; null when there is none. */
function staffWay(reason: Reason, userId = ''): Way | null {
  const { code, accountId, productId, countryCode, businessType, serviceType, numberType } = reason;
  const country = countryCode === null ? '' : `&countryCode=${countryCode}`;
  switch (code) {
    case 'BALANCE_NOT_ENOUGH':
      return {
        label: { zh: '调账', en: 'Adjust balance' },
        to: `/agent/user/index?record=${userId}&act=adjust`,
        permission: 'agent/user:adjust',
      };
    case 'SPEND_LIMIT':
      return {
        label: { zh: '修改消费上限', en: 'Change the spending limit' },
        to: `/agent/user/index?record=${userId}&act=edit`,
        permission: 'agent/user:edit',
      };
    case 'BUYER_NOT_ALLOWED':
    case 'UPLINE_DISABLED':
      return {
        label: { zh: '启用', en: 'Enable' },
        to: `/agent/user/index?record=${accountId ?? userId}&act=enable`,
        permission: 'agent/user:disable',
      };
    case 'QUOTA_DAY':
    case 'QUOTA_MONTH':
      return {
        label: { zh: '修改配额', en: 'Change the quota' },
        to: `/agent/configuration/index?agent=${userId}`,
        permission: 'agent/configuration:edit',
      };
    case 'PRICE_NOT_FOUND':
      return {
        label: { zh: '查看价格', en: 'Open the prices' },
        to: `/whatsapp/price-configure/index?businessType=${businessType ?? ''}&serviceType=${serviceType ?? ''}${country}`,
        permission: 'whatsapp/price-configure:view',
      };
    case 'STOCK_NOT_ENOUGH':
      return {
        label: { zh: '导入号码', en: 'Import numbers' },
        to: importAddress('whatsapp/pre-warehouse', filled({ countryCode, businessType, numberType })),
        permission: 'whatsapp/pre-warehouse:import',
      };
    case 'KYC_REQUIRED':
      return {
        label: { zh: '查看认证', en: 'Open verifications' },
        to: `/agent/verification/index?userId=${userId}`,
        permission: 'agent/verification:view',
      };
    case 'COUNTRY_BLOCKED':
    case 'COUNTRY_UNKNOWN':
      return {
        label: { zh: '查看国家', en: 'Open the country' },
        to: `/user/country/index${country.replace('&', '?')}`,
        permission: 'user/country:view',
      };
    default:
      return productId === null
        ? null
        : {
            label: { zh: '查看商品', en: 'Open the product' },
            to: `/agent/product/index?record=${productId}`,
            permission: 'agent/product:view',
          };
  }
}

/** Returns the values that are known. */
const filled = (values: Readonly<Record<string, string | number | null>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** Returns the place where a buyer changes a reason; null when their parent agent or the platform must. */
function buyerWay({ code, missing }: Reason): Way | null {
  if (code === 'BALANCE_NOT_ENOUGH')
    return {
      label: { zh: '去充值', en: 'Recharge' },
      to: `/agent/recharge/index${missing === null ? '' : `?order=${missing}`}`,
      permission: 'agent/recharge:add',
    };
  if (code === 'KYC_REQUIRED')
    return {
      label: { zh: '去认证', en: 'Verify' },
      to: '/agent/verification/index',
      permission: 'agent/verification:add',
    };
  return null;
}
