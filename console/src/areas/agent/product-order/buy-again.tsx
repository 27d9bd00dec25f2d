import { shelfStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct, type productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useMemo } from 'react';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { FormDraftContext, formDraft } from '../../../kit/form/draft.ts';
import { useText } from '../../../kit/i18n.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useKeptPlace } from '../../../kit/persisted-state.ts';
import Buy from '../product/buy.tsx';

/** Repeats the purchase of an order: the same quantity at today's price. */
export default function BuyAgain({ order, onClose }: { order: WireRowOf<typeof productOrders>; onClose: () => void }) {
  const t = useText();
  const place = useKeptPlace();
  const draft = useMemo(() => formDraft(place, 'buying-again', order.id), [place, order.id]);
  const input = { id_in: order.productId, size: 1, shelfStatus: String(shelfStatus.is.on) };
  const { data, error } = useCall(agentProduct, 'list', input, { staleMillis: 0 });
  const product = data?.records[0];
  if (!product)
    return (
      <SidePanel
        title={`${t({ zh: '再次购买', en: 'Buy again' })} · ${order.productName}`}
        width={560}
        onClose={onClose}
        footer={null}
      >
        {error && <Alert type="error" showIcon title={messageOf(error)} />}
        {data ? (
          <Alert
            type="info"
            showIcon
            title={t({ zh: '该商品已下架，暂时无法购买', en: 'This product is no longer on sale' })}
          />
        ) : (
          !error && <Skeleton active />
        )}
      </SidePanel>
    );
  return (
    <FormDraftContext value={draft}>
      <Buy
        product={product}
        draft={draft}
        quantity={order.quantity}
        onBought={() => draft.forget()}
        onClose={() => {
          draft.forget();
          onClose();
        }}
      />
    </FormDraftContext>
  );
}
