import { localAmountOf } from '@trade-assistant/contract/areas/user/local-amount.ts';
import type { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { quoteWithdrawal } from '@trade-assistant/contract/areas/user/withdrawal-quote.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { formatMoney, isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';

export type Method = CallData<typeof paymentMethod, 'choices', 'in'>[number];

/** The fee and the paid amount of a withdrawal, as the server will calculate them. */
export function Quote({ method, amount }: { method: Method; amount: string | undefined }) {
  const t = useText();
  if (!amount || !isMoney(amount)) return null;
  const { feeFixed, scale, feeRate, feePayer } = method;
  const fees = { scale, feeRate, feePayer, feeFixed: feeFixed === null ? null : parseMoney(feeFixed) };
  const { fee, net } = quoteWithdrawal(fees, parseMoney(amount));
  const { fxRate, localCurrency } = method;
  const local = localAmountOf(net, fxRate, localCurrency);
  return (
    <dl className="kit-facts" aria-live="polite">
      <div>
        <dt>{t({ zh: '手续费', en: 'Fee' })}</dt>
        <dd>
          <MoneyValue wire={formatMoney(fee)} currency={BOOK_CURRENCY} decimals={6} />
        </dd>
      </div>
      <div>
        <dt>{t({ zh: '到账', en: 'You receive' })}</dt>
        <dd>
          <strong>
            <MoneyValue wire={formatMoney(net)} currency={BOOK_CURRENCY} decimals={6} />
          </strong>
          {local && localCurrency && (
            <>
              {' = '}
              <strong>
                <MoneyValue wire={local} currency={localCurrency} />
              </strong>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
