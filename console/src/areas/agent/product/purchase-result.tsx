import { productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import type { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Result from 'antd/es/result';
import { useNavigate } from 'react-router';
import { PiecePrice } from '../../../features/shop/piece-price.tsx';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { DownloadButtons } from './download-buttons.tsx';
import type { Product } from './product-row.ts';

interface BoughtProps {
  readonly answer: CallData<typeof agentProduct, 'buy', 'in'>;
  readonly name: string;
  readonly product: Product;
  /** Units that are used later, not numbers. */
  readonly isOfUnits: boolean;
  /** Numbers that are rented by the month. */
  readonly isRented: boolean;
  readonly onClose: () => void;
}

/** The result of a purchase: the order, the remaining balance, and the numbers if they are delivered. */
export function PurchaseResult({ answer, name, product, isOfUnits, isRented, onClose }: BoughtProps) {
  const t = useText();
  const { currency } = product;
  const navigate = useNavigate();
  const canExport = useCan('whatsapp/outbound:export');
  const canSeeOrders = useCan('agent/product:orders');
  const canSeePackages = useCan('agent/quota:view');
  const canSeeLeases = useCan('agent/lease:view');
  const isDelivered = answer.status === productOrderStatus.is.completed && answer.outboundId !== null;
  return (
    <SidePanel
      title={`${t({ zh: '购买', en: 'Buy' })} · ${name}`}
      width={560}
      onClose={onClose}
      footer={
        <>
          {isRented && isDelivered && canSeeLeases && (
            <Button
              onClick={() => {
                void navigate(`/agent/lease?orderNo=${encodeURIComponent(answer.orderNo)}`);
                onClose();
              }}
            >
              {t({ zh: '查看租期', en: 'View leases' })}
            </Button>
          )}
          {canSeeOrders && (
            <Button
              onClick={() => {
                void navigate(`/agent/product-order?orderNo=${encodeURIComponent(answer.orderNo)}`);
                onClose();
              }}
            >
              {t({ zh: '查看订单', en: 'View order' })}
            </Button>
          )}
          <Button type="primary" onClick={onClose}>
            {t({ zh: '完成', en: 'Done' })}
          </Button>
        </>
      }
    >
      <Result
        status="success"
        title={t({ zh: '购买成功', en: 'Purchase complete' })}
        subTitle={
          isOfUnits
            ? t({ zh: '额度已到账，使用时优先抵扣', en: 'Units added; they are used before your balance' })
            : isDelivered
              ? t({ zh: '号码已出库，可以下载', en: 'Numbers delivered; ready to download' })
              : t({ zh: '已下单，等待交付', en: 'Ordered, awaiting delivery' })
        }
        extra={
          isOfUnits && canSeePackages ? (
            <Button
              onClick={() => {
                void navigate(`/agent/quota?orderNo=${encodeURIComponent(answer.orderNo)}`);
                onClose();
              }}
            >
              {t({ zh: '查看套餐', en: 'View package' })}
            </Button>
          ) : isDelivered && canExport && answer.outboundId ? (
            <DownloadButtons outboundId={answer.outboundId} isCentred />
          ) : null
        }
      />
      <dl className="kit-facts">
        <Fact label={t({ zh: '订单号', en: 'Order no.' })}>
          <Copyable text={answer.orderNo} />
        </Fact>
        <Fact label={t({ zh: '状态', en: 'Status' })}>
          <DictValue dictionary={productOrderStatus} value={answer.status} />
        </Fact>
        <Fact label={t({ zh: '数量', en: 'Quantity' })}>{countText(answer.quantity)}</Fact>
        <Fact label={t(isRented ? { zh: '每号首期', en: 'Per number, first term' } : { zh: '单价', en: 'Unit price' })}>
          {isRented ? (
            <MoneyValue wire={answer.unitPrice} currency={currency} decimals={6} />
          ) : (
            <PiecePrice price={answer.unitPrice} currency={currency} of={product} />
          )}
        </Fact>
        <Fact label={t({ zh: '金额', en: 'Amount' })}>
          <MoneyValue wire={answer.amount} currency={currency} decimals={6} />
        </Fact>
        <Fact label={t({ zh: '余额', en: 'Balance' })}>
          <MoneyValue wire={answer.balance} currency={currency} decimals={6} />
        </Fact>
        {answer.outboundNo && (
          <Fact label={t({ zh: '出库单号', en: 'Delivery note' })}>
            <Copyable text={answer.outboundNo} />
          </Fact>
        )}
      </dl>
    </SidePanel>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="kit-number">{children}</dd>
    </div>
  );
}
