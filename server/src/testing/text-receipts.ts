import { bodyOfPdu } from '../engines/vendors/providers/channels/smpp/reader.ts';
import { MESSAGE_RECEIPT, type Receipt } from '../engines/vendors/providers/index.ts';
import { COMMAND, ESM, submitBody } from '../engines/vendors/smpp/index.ts';

/** A receipt of an SMSC about a part of a text. */
export interface TextReceipt {
  readonly senderId: string;
  /** The recipient, and the address of ours that the text carried. */
  readonly e164: bigint;
  readonly from: { readonly ton: number; readonly npi: number; readonly address: string };
  readonly vendorId: string;
  readonly state: string;
  readonly at: Date;
}

/** Returns a receipt as it is stored when the SMSC sends it. */
export function textReceipt({ senderId, e164, from, vendorId, state, at }: TextReceipt): Receipt {
  const body = submitBody({
    ...{ source: { ton: 1, npi: 1, address: String(e164) }, destination: from },
    ...{ esmClass: ESM.receipt, registered: 0, dataCoding: 0, validity: '' },
    text: Buffer.from(`id:${vendorId} stat:${state}`),
  });
  return {
    ...{ kind: MESSAGE_RECEIPT, tenantId: '000000', sourceId: BigInt(senderId), receiveTime: at },
    body: bodyOfPdu({ command: COMMAND.deliverSm, body }, at),
  } as Receipt;
}
