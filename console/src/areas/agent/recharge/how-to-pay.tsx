import type { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { network, paymentType, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { parseTime } from '@trade-assistant/contract/kit/time.ts';
import Alert from 'antd/es/alert';
import QRCode from 'antd/es/qr-code';
import { AccountFacts } from '../../../features/payments/account-facts.tsx';
import { bookText } from '../../../features/payments/amount-due.tsx';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { currentZone } from '../../../kit/zone.ts';
import { Countdown } from './countdown.tsx';
import styles from './how-to-pay.module.css';

type Instructions = CallData<typeof recharge, 'instructions', 'in'>;

/** Amount, address and deadline of a payment, in the order a wallet or a bank's app asks for them. */
export function HowToPay({ instructions }: { instructions: Instructions }) {
  const t = useText();
  const locale = useLocale();
  const { amount, payAmount, currency, methodType, receiveAddress, bankInfo, localAmount, localCurrency } =
    instructions;
  const isCrypto = methodType === paymentType.is.crypto;
  const chain = entryOf(useDictionary(network), instructions.network ?? 0)?.[locale];
  const due = parseTime(instructions.expireTime, currentZone());
  const notice = locale === 'zh' ? instructions.notice : instructions.noticeEn || instructions.notice;
  const [toPay, unit] = isCrypto || !localAmount ? [payAmount, currency] : [localAmount, localCurrency];
  return (
    <section className={styles.pay ?? ''}>
      {instructions.status === rechargeStatus.is.awaiting && due && <Countdown until={due} />}
      <div className={styles.amount ?? ''}>
        <span className="kit-weak">{t({ zh: '应付金额', en: 'Amount due' })}</span>
        <Copyable text={toPay}>
          <strong className="kit-number">{groupedMoney(toPay)}</strong> {unit}
        </Copyable>
        {unit !== currency && (
          <span className="kit-weak">
            {t({ zh: '折合 {book}', en: 'Equals {book}' }, { book: bookText(payAmount) })}
          </span>
        )}
        {payAmount !== amount && (
          <span className="kit-weak">
            {t({
              zh: '请按此金额付款，含尾数：系统靠尾数识别您的付款。',
              en: 'Pay this exact amount, including the last digits: they identify your payment.',
            })}
          </span>
        )}
      </div>
      {isCrypto && receiveAddress && (
        <>
          {/* A picture of the address below: nothing more to hear. */}
          <div aria-hidden="true">
            <QRCode value={receiveAddress} size={180} bordered={false} color="#000" bgColor="#fff" />
          </div>
          <div className={styles.address ?? ''}>
            <span className="kit-weak">
              {t({ zh: '{chain} 收款地址', en: '{chain} address' }, { chain: chain ?? '' })}
            </span>
            <Copyable text={receiveAddress} />
          </div>
          <Alert
            type="warning"
            showIcon
            title={t(
              {
                zh: '仅支持 {chain} 网络的 {currency}，转错网络无法找回。',
                en: 'Only {currency} on {chain}. Funds sent on another network cannot be recovered.',
              },
              { chain: chain ?? '', currency },
            )}
          />
        </>
      )}
      {bankInfo && <AccountFacts account={bankInfo} />}
      {!isCrypto && (
        <p className="kit-weak">
          {t({ zh: '转账附言请填写 ', en: 'Payment reference: ' })}
          <Copyable text={instructions.rechargeNo} />
        </p>
      )}
      {notice && <p className="kit-whole">{notice}</p>}
    </section>
  );
}
