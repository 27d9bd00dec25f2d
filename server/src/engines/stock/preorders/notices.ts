import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import type { PreOrder } from './tables.ts';

type PreOrderNotice =
  | 'PREORDER_APPROVED'
  | 'PREORDER_REJECTED'
  | 'PREORDER_FILLED'
  | 'PREORDER_SKIPPED'
  | 'PREORDER_REFUNDED'
  | 'PREORDER_OVERDUE';

/** Notifies the buyer of a pre-order of its new state. */
export const notifyBuyer = (
  tx: Tx,
  { tenantId, buyerId, id, preOrderNo }: PreOrder,
  key: PreOrderNotice,
  params: Readonly<Record<string, string>> = {},
) =>
  sendMessage(tx, systemActor(tenantId), {
    to: { userIds: [buyerId] },
    key,
    params: { no: preOrderNo, ...params },
    bizType: preOrder.name,
    bizId: id.toString(),
  });

/** Notifies staff that arriving numbers pass a pre-order over. */
export const notifyStaff = (
  tx: Tx,
  { tenantId, id, preOrderNo, agentName }: PreOrder,
  params: { readonly reason: string },
) =>
  sendMessage(tx, systemActor(tenantId), {
    to: { roleKeys: ['administrator', 'admin'] },
    key: 'PREORDER_SKIPPED_STAFF',
    params: { no: preOrderNo, agent: agentName, ...params },
    bizType: preOrder.name,
    bizId: id.toString(),
  });
