import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const supplierClaimErrors = defineErrors({
  SUPPLIER_CLAIM_NUMBERS: {
    status: 400,
    zh: '没有可索赔的号码：{unknown} 个不在库中，{skipped} 个没有供应商或已索赔',
    en: 'No number can be claimed: {unknown} are not in stock, {skipped} have no supplier or are claimed already',
  },
  SUPPLIER_CLAIM_MANY: {
    status: 400,
    zh: '一次最多 {most} 个号码，现有 {n} 个',
    en: 'At most {most} numbers at a time; {n} were given',
  },
  SUPPLIER_CLAIM_ACCEPTED: {
    status: 400,
    zh: '认可金额不能超过索赔金额 {amount}',
    en: 'The accepted amount cannot exceed the claimed {amount}',
  },
  SUPPLIER_CLAIM_RECEIVED: {
    status: 400,
    zh: '收款不能超过未收金额 {amount}',
    en: 'A payment cannot exceed the outstanding {amount}',
  },
  SUPPLIER_CLAIM_SECOND_PERSON: {
    status: 403,
    zh: '核销须由发送人和答复登记人以外的人操作',
    en: 'Neither the sender nor the person who recorded the answer may write off the claim',
  },
  SUPPLIER_CLAIMS_BOTH_OPEN: {
    status: 409,
    zh: '两个供应商在批次 {batch} 都有 {currency} 待发送的索赔单：{claims}。请先发送或取消其中一张',
    en: 'Both suppliers have an open claim in {currency} for batch {batch}: {claims}. Send or cancel one of them first',
  },
  SUPPLIER_CLAIM_JOINT: {
    status: 409,
    zh: '索赔单 {claim} 含有两个供应商的号码。取消该索赔单后才能撤销合并；已发送的不能取消，合并随之保留',
    en: 'Claim {claim} has numbers of both suppliers. The merge can be undone after this claim is cancelled; a claim that was sent cannot be cancelled, and keeps the merge',
  },
  SUPPLIER_CLAIM_PROOF_GONE: {
    status: 400,
    zh: '文件已失效，请重新上传',
    en: 'The file is no longer available; upload it again',
  },
});
