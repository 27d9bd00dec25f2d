import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { publicParameters } from '../../kit/client/public-parameters.ts';

export const REFERENCE_MAX = 128;
export const REFERENCE_LABEL: Text = { zh: '交易哈希/银行凭证号', en: 'Transaction or bank reference' };

/** The help of the field that says how withdrawals were paid by hand. */
export const referenceHelp = (isNeeded: boolean): Text =>
  isNeeded
    ? {
        zh: '金额较大，须填写打款的交易哈希或银行凭证号',
        en: 'An amount like this needs the transaction or the bank’s reference',
      }
    : { zh: '方便日后核对，可不填', en: 'To find the payment again; may be left empty' };

/** Whether one of these withdrawals is so large that a payment by hand needs a reference; the server decides. */
export function needsReference(rows: readonly { readonly amount: string }[]): boolean {
  const above = publicParameters()['withdraw.proofAbove'];
  return above !== undefined && rows.some(({ amount }) => parseMoney(amount) > parseMoney(String(above)));
}
