import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';

/** Shared by the lists that can erase a person. */
export const eraseFields = {
  reason: textarea({ label: { zh: '注销原因', en: 'Reason' }, max: REASON_MAX, required: true }),
};

export const eraseQuestion = ([row]: readonly { readonly realName: string; readonly account: string }[]): Text => ({
  zh: `经另一人复核后，${row?.realName}（${row?.account}）立即无法登录，姓名、联系方式、收款账户、证件等被清除且不可恢复；账目和单据保留，只显示编号。`,
  en: `Once another person approves, ${row?.realName} (${row?.account}) can no longer sign in. Name, contacts, payees and documents are permanently erased; ledger and documents keep a number instead.`,
});

export const ERASURE_ASKED: Text = { zh: '已提交复核', en: 'Sent for approval' };
