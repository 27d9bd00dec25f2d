import type { whatsappOrder } from '@trade-assistant/contract/areas/whatsapp/order.ts';
import type { whatsappOrderPhone } from '@trade-assistant/contract/areas/whatsapp/order-phone.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import type { TemplateParameter, TemplateValues } from '@trade-assistant/contract/template.ts';
import type { ComponentType, ReactNode } from 'react';
import type { CheckResource } from '../checks/types.ts';

/** The orders of a channel; those of all channels have the same fields, and calls that differ in the content of messages only. */
export type OrderResource = typeof whatsappOrder;
export type Order = WireRowOf<OrderResource>;
/** The recipients of its orders. */
export type RecipientResource = typeof whatsappOrderPhone;
export type Recipient = WireRowOf<RecipientResource>;

/** The message of a new order. */
export interface Content {
  /** Parameters of the call `save`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Values that each recipient needs. */
  readonly parameters: readonly TemplateParameter[];
  /** Without values, with samples. */
  readonly preview: (values?: TemplateValues) => ReactNode;
}

export interface ContentProps {
  /** The chosen sender. */
  readonly senderId: string;
  readonly protocol: number;
  /** Names of the columns of the list. */
  readonly columns: readonly string[];
  /** Values of the first recipients. */
  readonly samples: readonly TemplateValues[];
  readonly onChange: (content: Content | null) => void;
}

/** A channel of message orders, as their screens use it. */
export interface MessageChannel {
  readonly orders: OrderResource;
  /** The word for one of them. */
  readonly noun: Text;
  /** The word for the message of a new one, as its form calls it. */
  readonly message: Text;
  readonly recipients: RecipientResource;
  /** Checks whose numbers may be the list of an order. */
  readonly checks: CheckResource;
  /** Chooses the message of a new order; loaded with the panel. */
  readonly NewContent: ComponentType<ContentProps>;
  /** Shows the message of an order, with values of a recipient; loaded with its tab. */
  readonly OrderContent: ComponentType<{ readonly order: Order; readonly values?: TemplateValues | undefined }>;
  /** Checks of an order before it is sent, beside its price; loaded with it. */
  readonly DraftCheck?: ComponentType<{ readonly order: Order }>;
  /** Whether its messages are never reported as read. */
  readonly isUnread?: true;
}
