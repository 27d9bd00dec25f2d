import { country, identifier, secret, text } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import { payeeOwner, payeeState, payeeTransitions } from './payee-fields.ts';

const CURRENCY = matching(/^[A-Z]{3}$/, {
  zh: '应为三位大写货币代码，例如 CNY',
  en: 'should be three capital letters such as CNY',
});
const CODE = matching(/^[A-Z0-9]{4,16}$/i, {
  zh: '应为 4–16 位字母或数字，例如 SWIFT 代码',
  en: 'should be 4 to 16 letters or digits, such as a SWIFT code',
});

const fields = {
  ...payeeOwner,
  holderName: text({
    label: { zh: '持卡人', en: 'Holder' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    form: 'create',
    width: 140,
  }),
  countryCode: country({
    label: { zh: '国家', en: 'Country' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
  }),
  currency: text({
    label: { zh: '币种', en: 'Currency' },
    max: 3,
    pattern: CURRENCY,
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    width: 80,
  }),
  bankName: text({
    label: { zh: '银行', en: 'Bank' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    form: 'create',
    width: 150,
  }),
  bankCode: identifier({
    label: { zh: '银行代码', en: 'Bank code' },
    help: { zh: 'SWIFT、IFSC 等', en: 'SWIFT, IFSC or similar' },
    max: 16,
    pattern: CODE,
    list: 'hidden',
    form: 'create',
  }),
  branch: text({ label: { zh: '支行', en: 'Branch' }, max: 64, list: 'hidden', form: 'create', width: 140 }),
  cardNo: secret({
    label: { zh: '卡号', en: 'Card or account no.' },
    help: {
      zh: '银行卡号、账号或 IBAN；保存后只显示末四位',
      en: 'Card, account or IBAN; only the last four digits are shown after saving',
    },
    max: 42,
    required: true,
    form: 'create',
  }),
  cardLast4: identifier({
    label: { zh: '末四位', en: 'Last four digits' },
    max: 4,
    required: true,
    list: true,
    search: 'equal',
    form: false,
  }),
  ...payeeState,
};

const calls = crud(fields, ['list', 'counts', 'detail', 'save', 'update', 'remove', 'export', 'timeline'], {
  changes: 'destinations',
});

/** The bank accounts people have their withdrawals sent to. */
export const bankCard = resource('user/bank-card', {
  title: { zh: '银行卡', en: 'Bank cards' },
  help: { zh: '提现到银行账户', en: 'Bank accounts for withdrawals' },
  empty: {
    zh: '添加银行卡后，冷却期满即可提现到该卡',
    en: 'After the waiting period, withdrawals can be paid to a card',
  },
  nameField: 'cardLast4',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions: payeeTransitions,
  fields,
  calls: { ...calls, ...transitionCalls(payeeTransitions) },
});
