import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { formatMoney, isMoney, type Micro, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import InputNumber from 'antd/es/input-number';
import { useId, useState } from 'react';
import { BalanceLow } from '../../../features/payments/balance-low.tsx';
import { TierTable } from '../../../features/prices/tier-table.tsx';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import type { FormDraft } from '../../../kit/form/draft.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { Declaration } from './buy/declaration.tsx';
import { PurchaseTerms } from './buy/terms.tsx';
import { PurchaseTotals } from './buy/totals.tsx';
import { useTiers } from './buy/use-tiers.ts';
import styles from './buy.module.css';
import type { Product } from './product-row.ts';
import { PurchaseCheck } from './purchase-check.tsx';
import { PurchaseResult } from './purchase-result.tsx';
import {
  amountOf,
  isLease,
  isPackage,
  isPreOrdered,
  largestQuantity,
  problemOfQuantity,
  type QuantityProblem,
  smallestQuantity,
  termOf,
  tiersOfPieces,
  unitPriceOf,
} from './quantity.ts';

const PreOrderPanel = lazyWithRetry(() => import('../../../features/shop/pre-order-panel.tsx'));

type Answer = CallData<typeof agentProduct, 'buy', 'in'>;

/** Values in the draft of a purchase. */
interface Typed {
  readonly quantity: number | null;
  readonly remark: string;
  readonly isDeclared: boolean;
  /** Of rented numbers. */
  readonly isRenewing: boolean;
}

interface BuyProps {
  readonly product: Product;
  readonly draft: FormDraft;
  /** Initial quantity, if it is not the minimum. */
  readonly quantity?: number;
  readonly onBought: () => void;
  readonly onClose: () => void;
}

/** Buys numbers or a package: quantity, amount, balance, purpose. */
export default function Buy({ product, draft, quantity: given, onBought, onClose }: BuyProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const [typed, setTyped] = useState<Typed>(() => ({
    quantity: given ?? smallestQuantity(product),
    remark: '',
    isDeclared: false,
    isRenewing: false,
    ...draft.values(),
  }));
  const { quantity, remark, isDeclared, isRenewing } = typed;
  const take = (changed: Partial<Typed>) => {
    draft.merge(changed);
    setTyped((before) => ({ ...before, ...changed }));
  };
  /** The server's current amount for this quantity, when it differs from the one calculated here. */
  const [newAmount, setNewAmount] = useState<{ quantity: number; amount: Micro; before: Micro } | null>(null);
  const [bought, setBought] = useState<Answer | null>(null);
  const { data: wallet } = useCall(agentUser, 'balance', {}, { staleMillis: 0 });
  const tiers = useTiers(product);

  const wrong = problemOfQuantity(quantity, product);
  const reckoned = quantity === null ? undefined : amountOf({ ...product, tiers }, quantity);
  const amount = newAmount && newAmount.quantity === quantity ? newAmount.amount : reckoned;
  const left = wallet && amount !== undefined ? micros(parseMoney(wallet.balance) - amount) : undefined;
  const isShort = left !== undefined && left < 0n;
  const isOfUnits = isPackage(product);
  const isRented = isLease(product);
  const months = termOf(product);
  const isChanged = newAmount !== null && newAmount.quantity === quantity;
  const unitPrice =
    quantity === null
      ? undefined
      : isChanged
        ? partOf(newAmount.amount, quantity * product.specQty * months)
        : unitPriceOf({ ...product, tiers }, quantity);
  const needsDeclaration = product.needUseDeclaration === 1;
  const isReady = wrong === undefined && amount !== undefined && !isShort;
  // Set after the first attempt: a disabled button alone does not show the missing value.
  const [isReminded, setReminded] = useState(false);
  const isUndeclared = needsDeclaration && !isDeclared;

  const { isBusy, problem, attempt } = useAttempt({
    onRefused: (error) => {
      const asked = error.bizCode === 'PRICE_CHANGED' ? amountIn(error.data) : undefined;
      void invalidate(agentProduct);
      if (quantity === null || asked === undefined || amount === undefined) return false;
      setNewAmount({ quantity, amount: asked, before: amount });
      // Both amounts are shown, and the new one is one click away.
      return true;
    },
  });
  const submit = async () => {
    if (!isReady || quantity === null) return;
    if (isUndeclared) {
      setReminded(true);
      document.getElementById(`${id}-declaration`)?.focus();
      return;
    }
    // Store unchanged values too: repeats after a broken line or a reload must be one purchase.
    draft.merge({ ...typed });
    await attempt(async (idempotencyKey) => {
      const answer = await call(
        agentProduct,
        'buy',
        {
          productId: product.id,
          quantity,
          ...(needsDeclaration ? { useDeclaration: 1 } : {}),
          ...(isRented && isRenewing ? { autoRenew: 1 } : {}),
          expectedAmount: formatMoney(amount),
          ...(remark.trim() ? { remark: remark.trim() } : {}),
        },
        { idempotencyKey },
      );
      onBought();
      setBought(answer);
      void invalidate(agentProduct);
    });
  };
  const canPreOrder = useCan('whatsapp/pre-order:add');
  const [isPreOrdering, preOrder] = useState(false);
  const name = locale === 'zh' ? product.nameZh : product.nameEn || product.nameZh;
  if (bought)
    return (
      <PurchaseResult
        answer={bought}
        name={name}
        product={product}
        isOfUnits={isOfUnits}
        isRented={isRented}
        onClose={onClose}
      />
    );
  if (isPreOrdering && quantity !== null)
    return <PreOrderPanel product={{ ...product, name }} quantity={quantity} onClose={onClose} />;
  const most = largestQuantity(product);
  return (
    <SidePanel
      title={`${t({ zh: '购买', en: 'Buy' })} · ${name}`}
      width={560}
      onClose={onClose}
      isClosable={!isBusy}
      footer={
        <>
          <CancelButton disabled={isBusy} />
          <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => void submit()}>
            {amount === undefined
              ? t({ zh: '购买', en: 'Buy' })
              : t(
                  isChanged
                    ? { zh: '接受新价格，支付 {amount}', en: 'Accept and pay {amount}' }
                    : { zh: '支付 {amount}', en: 'Pay {amount}' },
                  { amount: `${formatMoney(amount, 2)} ${product.currency}` },
                )}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      {isChanged && <PriceChanged before={newAmount.before} now={newAmount.amount} currency={product.currency} />}
      {product.cover && <img className={styles.cover} src={product.cover} alt="" />}
      <PurchaseCheck productId={product.id} isQuiet without={SHOWN_HERE} />
      <PurchaseTerms product={product} unitPrice={unitPrice} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label htmlFor={`${id}-quantity`}>{t({ zh: '数量', en: 'Quantity' })}</label>
        <InputNumber<number>
          id={`${id}-quantity`}
          mode="spinner"
          size="large"
          autoFocus
          precision={0}
          min={1}
          step={product.stepBuy}
          disabled={isBusy}
          status={wrong ? 'error' : ''}
          value={quantity}
          onChange={(next) => take({ quantity: next })}
          aria-describedby={`${id}-rule`}
        />
        <p id={`${id}-rule`} className={wrong ? 'kit-bad' : 'kit-weak'} role={wrong ? 'alert' : undefined}>
          {t(wrong ? PROBLEMS[wrong] : RULE, {
            least: countText(smallestQuantity(product)),
            most: countText(most),
            step: countText(product.stepBuy),
          })}
          {product.specQty > 1 &&
            quantity !== null &&
            t(isOfUnits ? { zh: '，共 {n} 条', en: ', {n} units' } : { zh: '，共 {n} 个号码', en: ', {n} numbers' }, {
              n: countText(quantity * product.specQty),
            })}
        </p>
        {wrong === 'above' && canPreOrder && isPreOrdered(product) && (
          <Alert
            type="info"
            showIcon
            title={t({
              zh: '库存不足，可预定，号码入库后自动交付',
              en: 'Not enough in stock. Pre-order, and arriving numbers are delivered to you',
            })}
            action={
              <Button size="small" onClick={() => preOrder(true)}>
                {t({ zh: '预定 {n}', en: 'Pre-order {n}' }, { n: countText(quantity ?? most) })}
              </Button>
            }
          />
        )}
        {tiers.length > 0 && <TierTable tiers={tiersOfPieces(tiers, product.specQty)} currency={product.currency} />}
        <PurchaseTotals product={product} unitPrice={unitPrice} amount={amount} balance={wallet?.balance} left={left} />
        {isShort && (
          <BalanceLow
            title={t({ zh: '余额不足，请先充值', en: 'Insufficient balance. Please recharge first' })}
            left={left}
          />
        )}
        {isRented && (
          <Checkbox
            checked={isRenewing}
            disabled={isBusy}
            onChange={(event) => take({ isRenewing: event.target.checked })}
          >
            {t({
              zh: '到期自动续租：到期日从余额支付下一个月，可随时关闭',
              en: 'Auto-renew: the next month is paid from the balance on the last day. You can turn it off at any time',
            })}
          </Checkbox>
        )}
        <label htmlFor={`${id}-remark`}>{t({ zh: '备注', en: 'Remark' })}</label>
        <Input
          id={`${id}-remark`}
          maxLength={255}
          disabled={isBusy}
          value={remark}
          onChange={(event) => take({ remark: event.target.value })}
        />
        {needsDeclaration && (
          <Declaration
            id={`${id}-declaration`}
            isOfUnits={isOfUnits}
            isChecked={isDeclared}
            isReminded={isReminded}
            isDisabled={isBusy}
            onChange={(isChecked) => take({ isDeclared: isChecked })}
          />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </SidePanel>
  );
}

/** The form itself shows missing money and wrong quantities. */
const SHOWN_HERE = ['BALANCE_NOT_ENOUGH', 'STOCK_NOT_ENOUGH', 'BELOW_MIN', 'ABOVE_MAX'];
const RULE = { zh: '{least} – {most}，按 {step} 递增', en: '{least} to {most}, in steps of {step}' };
const PROBLEMS: Readonly<Record<QuantityProblem, typeof RULE>> = {
  missing: { zh: '请输入数量', en: 'Enter a quantity' },
  below: { zh: '至少购买 {least}', en: 'At least {least}' },
  above: { zh: '最多可购买 {most}', en: 'At most {most} available now' },
  step: { zh: '数量须为 {step} 的倍数', en: 'The quantity must be a multiple of {step}' },
};

/** Returns the price of one number from an amount for several; undefined when they have different prices. */
const partOf = (amount: Micro, numbers: number): string | undefined =>
  amount % BigInt(numbers) === 0n ? formatMoney(micros(amount / BigInt(numbers))) : undefined;

/** The amount the refusal names, in micro-units. */
function amountIn(data: unknown): Micro | undefined {
  const amount = typeof data === 'object' && data !== null && 'amount' in data ? data.amount : undefined;
  return typeof amount === 'string' && isMoney(amount) ? parseMoney(amount) : undefined;
}

/** The former and the current price. */
function PriceChanged({ before, now, currency }: { before: Micro; now: Micro; currency: string }) {
  const t = useText();
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-alert"
      title={t({ zh: '价格已更新，请确认新价格', en: 'The price has changed; please confirm the new one' })}
      description={
        <span className="kit-number">
          <s>{formatMoney(before)}</s> → <strong>{formatMoney(now)}</strong> {currency}
        </span>
      }
    />
  );
}
