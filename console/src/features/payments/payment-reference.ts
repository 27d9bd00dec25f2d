import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { publicParameters } from '../../kit/client/user-info.ts';

export const REFERENCE_MAX = 128;
export const REFERENCE_LABEL: Text = { zh: '交易哈希/银行凭证号', en: 'Transaction or bank reference' };

/** Returns the help of the reference field of manual payments. */
export const referenceHelp = (isNeeded: boolean): Text =>
  isNeeded
    ? {
        zh: '金额较大，须填写打款的交易哈希或银行凭证号',
        en: 'Required for this amount: transaction hash or bank reference',
      }
    : { zh: '方便日后核对，可不填', en: 'For later reference; optional' };

/**
 * Returns whether one of these withdrawals is large enough that a manual payment needs a reference; the server decides.
 */
export function needsReference(rows: readonly { readonly amount: string }[]): boolean {
  const above = publicParameters()['withdraw.proofAbove'];
  return above !== undefined && rows.some(({ amount }) => parseMoney(amount) > parseMoney(String(above)));
}
