import { preOrder, preOrderFields } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { int, yes } from '@trade-assistant/contract/kit/field.ts';
import { micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { localizedRule } from '@trade-assistant/contract/kit/sentences.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { groupedMoney, percentOf } from '../../kit/fields/money.ts';
import { type NamedFields, withInputs } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { FormPanel } from '../../kit/parts/form-panel.tsx';
import { BalanceLow } from '../payments/balance-low.tsx';
import { PiecePrice } from './piece-price.tsx';

export interface PreOrderProduct {
  readonly id: string;
  readonly name: string;
  readonly specQty: number;
  readonly needUseDeclaration: number;
}

interface PreOrderPanelProps {
  readonly product: PreOrderProduct;
  readonly quantity: number;
  /** A draft that is submitted. */
  readonly draft?: { readonly id: string; readonly expectDate: string | null; readonly latestDate: string };
  readonly onClose: () => void;
}

/** Only numbers are pre-ordered. */
const NUMBERS = { unit: unit.is.piece, serviceType: serviceType.is.number } as const;
/** Days after the expected date that are proposed as the latest delivery. */
const SPARE_DAYS = 14;
const DAY_MILLIS = 86_400_000;
const field = <F extends { readonly options: object }>(one: F, more: object = {}): F => ({
  ...one,
  options: { ...one.options, form: true, ...more },
});
const declared = yes({
  label: { zh: '用途声明', en: 'Usage statement' },
  help: {
    zh: '我承诺仅将号码用于合法且已获对方同意的业务联系',
    en: 'I will use these numbers only for lawful business contact with consent',
  },
  required: true,
  initial: 0,
});

const fieldsOf = ({ needUseDeclaration, specQty }: PreOrderProduct): NamedFields => ({
  quantity: int({
    label: preOrderFields.quantity.options.label,
    ...(specQty > 1 ? { help: { zh: `每份 ${specQty} 个号码`, en: `Packs of ${specQty} numbers` } } : {}),
    required: true,
    min: 1,
  }),
  latestDate: field(preOrderFields.latestDate, { required: true }),
  expectDate: field(preOrderFields.expectDate),
  remark: field(preOrderFields.remark),
  ...(needUseDeclaration === 1
    ? {
        useDeclaration: {
          ...declared,
          schema: declared.schema.refine(
            (value) => value === 1,
            localizedRule({ zh: '请先打开用途声明', en: 'Accept the usage statement first' }),
          ),
        },
      }
    : {}),
});

/** Submits a pre-order: quantity, dates and declaration, with price, deposit, balance and place in line shown live. */
export default function PreOrderPanel({ product, quantity: given, draft, onClose }: PreOrderPanelProps) {
  const t = useText();
  const [form] = Form.useForm();
  const typed = Form.useWatch('quantity', form) as number | undefined;
  const quantity = useDeferredValue(typed ?? given);
  const isAsked = Number.isInteger(quantity) && quantity > 0;
  const [fields] = useState(() => withInputs(fieldsOf(product), {}));
  const input = { productId: product.id, quantity: String(isAsked ? quantity : 1) };
  const { data: quote, error } = useCall(preOrder, 'quote', input as never, { staleMillis: 0, keepPrevious: true });
  useEffect(() => {
    if (!quote || form.getFieldValue('latestDate')) return;
    form.setFieldsValue({ latestDate: proposed(quote.expectedOn, quote.latestMax) });
  }, [quote, form]);
  const left = quote ? micros(parseMoney(quote.balance) - parseMoney(quote.depositAmount)) : undefined;
  const isShort = left !== undefined && left < 0n;
  const isCurrent = quote?.quantity === typed;
  const submit = async (
    values: Omit<CallInput<typeof preOrder, 'submit-order', 'in'>, 'productId' | 'expectedAmount'>,
    idempotencyKey: string,
  ) => {
    const answer = await call(
      preOrder,
      'submit-order',
      {
        ...values,
        ...(draft ? { id: draft.id } : {}),
        productId: product.id,
        expectedAmount: quote?.amount ?? '0',
      },
      { idempotencyKey },
    );
    await invalidate(preOrder);
    showSuccess({
      zh: `预定单 ${answer.preOrderNo} 已提交，冻结定金 ${groupedMoney(answer.depositAmount)}`,
      en: `Pre-order ${answer.preOrderNo} submitted; deposit ${groupedMoney(answer.depositAmount)} held`,
    });
  };
  return (
    <FormPanel
      title={`${t({ zh: '预定', en: 'Pre-order' })} · ${product.name}`}
      width={560}
      form={form}
      fields={fields}
      initial={{
        quantity: given,
        latestDate: draft?.latestDate,
        expectDate: draft?.expectDate ?? undefined,
        useDeclaration: 0,
      }}
      submitText={
        quote && isCurrent
          ? t(
              { zh: '提交，冻结定金 {amount}', en: 'Submit and hold {amount}' },
              { amount: `${groupedMoney(quote.depositAmount)} ${quote.currency}` },
            )
          : t({ zh: '提交预定', en: 'Submit pre-order' })
      }
      isDisabled={!quote || !isCurrent || isShort}
      onSubmit={submit}
      onClose={onClose}
      before={
        <>
          {error && <Alert type="error" showIcon title={messageOf(error)} />}
          {quote && (
            <dl className="kit-figures" aria-live="polite">
              <Figure
                label={t({ zh: '单价', en: 'Unit price' })}
                value={<PiecePrice price={quote.unitPrice} of={{ ...product, ...NUMBERS }} />}
              />
              <Figure label={t({ zh: '金额', en: 'Amount' })} value={groupedMoney(quote.amount)} />
              <Figure
                label={t({ zh: '定金（{rate}%）', en: 'Deposit ({rate}%)' }, { rate: percentOf(quote.depositRate) })}
                value={groupedMoney(quote.depositAmount)}
              />
              <Figure label={t({ zh: '余额', en: 'Balance' })} value={groupedMoney(quote.balance)} />
              <Figure label={t({ zh: '排队位置', en: 'Place in line' })} value={countText(quote.place)} />
              <Figure
                label={t({ zh: '预计齐货', en: 'Expected complete' })}
                value={quote.expectedOn ?? t({ zh: '暂无法估计', en: 'Cannot be estimated yet' })}
              />
            </dl>
          )}
        </>
      }
    >
      <p className="kit-weak">
        {t({
          zh: '审核通过后排队；号码入库即按批准先后交付，并从余额支付其余金额。最晚交付日后 72 小时仍未交付的部分自动退回定金。',
          en: 'Once approved it waits in line. Arriving numbers are delivered in the order of approval and the rest of their price is paid from the balance. What is not delivered 72 hours after the latest date is refunded.',
        })}
      </p>
      {isShort && (
        <BalanceLow
          title={t({
            zh: '余额不足以支付定金，请先充值',
            en: 'The balance does not cover the deposit. Please recharge first',
          })}
          left={left}
        />
      )}
    </FormPanel>
  );
}

const Figure = ({ label, value }: { readonly label: string; readonly value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="kit-number">{value}</dd>
  </div>
);

/** The proposed latest delivery: two weeks after the expected date, never later than allowed. */
function proposed(expectedOn: string | null, latestMax: string): string {
  const from = expectedOn === null ? Date.now() : Date.parse(`${expectedOn}T00:00:00Z`);
  const day = new Date(from + SPARE_DAYS * DAY_MILLIS).toISOString().slice(0, 10);
  return day < latestMax ? day : latestMax;
}
