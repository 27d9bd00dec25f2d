import type { instructionCategory } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';

interface Article {
  readonly category: keyof typeof instructionCategory.is;
  readonly screens: readonly string[];
  readonly zh: { readonly title: string; readonly content: string };
  readonly en: { readonly title: string; readonly content: string };
}

/** Help articles, each in both languages. */
export const ARTICLES: readonly Article[] = [
  {
    category: 'start',
    screens: [],
    zh: {
      title: '第一次使用',
      content:
        '<ol><li><p>在“账户设置”中修改密码并开启两步验证。</p></li><li><p>充值到余额。</p></li><li><p>在商品页选择号码或套餐并购买。</p></li></ol><p>按 <code>Ctrl K</code> 可搜索任意页面和记录。</p>',
    },
    en: {
      title: 'First steps',
      content:
        '<ol><li><p>Change your password and turn on two-step verification in your account settings.</p></li><li><p>Recharge your balance.</p></li><li><p>Choose numbers or packages on the product page.</p></li></ol><p><code>Ctrl K</code> searches all screens and records.</p>',
    },
  },
  {
    category: 'recharge',
    screens: ['agent/recharge', 'user/recharge-record'],
    zh: {
      title: '如何充值',
      content:
        '<h2>下单</h2><p>选择支付方式和金额，按页面显示的<strong>应付金额</strong>付款；尾数用于识别您的付款，请勿四舍五入。</p><h2>到账</h2><p>付款确认后自动到账，或提交交易号与凭证由财务审核。</p><h2>赠送</h2><p>活动期间的赠送与充值同时到账，先于余额使用，不可提现。</p>',
    },
    en: {
      title: 'How to recharge',
      content:
        '<h2>Order</h2><p>Choose a payment method and an amount, and pay exactly the <strong>amount due</strong>: its last digits identify your payment.</p><h2>Credit</h2><p>Confirmed payments are credited automatically; otherwise submit the transaction and a proof, which finance reviews.</p><h2>Bonus</h2><p>The bonus of an activity is credited with the recharge, is spent before the balance and cannot be withdrawn.</p>',
    },
  },
  {
    category: 'recharge',
    screens: ['agent/withdrawal', 'user/withdrawal-record'],
    zh: {
      title: '提现与手续费',
      content:
        '<p>余额和佣金可以提现，赠送不可提现。提现时冻结金额，打款或驳回后结束。</p><ul><li><p>手续费在提交前显示。</p></li><li><p>大额提现由两个人复核。</p></li></ul>',
    },
    en: {
      title: 'Withdrawals and fees',
      content:
        '<p>Balance and commission can be withdrawn, bonus cannot. The amount is held until the withdrawal is paid or rejected.</p><ul><li><p>The fee is shown before you submit.</p></li><li><p>Two people approve large withdrawals.</p></li></ul>',
    },
  },
  {
    category: 'orders',
    screens: ['agent/product', 'agent/product-order'],
    zh: {
      title: '购买号码与质保',
      content: '<p>自动发货的商品立即交付；缺货时可提交预定。质保期内失效的号码可以换货或退款。</p>',
    },
    en: {
      title: 'Buying numbers, and their warranty',
      content:
        '<p>Products with automatic delivery are delivered at once; pre-order what is out of stock. Numbers that fail within the warranty are replaced or refunded.</p>',
    },
  },
  {
    category: 'checks',
    screens: ['filter/whatsapp-filter', 'filter/telegram-filter'],
    zh: {
      title: '检测自己的名单',
      content: '<p>上传名单并声明来源，系统去重后按有效号码计费。检测只用于您有权联系的号码。</p>',
    },
    en: {
      title: 'Checking your own lists',
      content:
        '<p>Upload a list and declare its source. Duplicates are removed and only valid numbers are charged. Check only numbers that you may contact.</p>',
    },
  },
  {
    category: 'compliance',
    screens: ['compliance/suppression'],
    zh: {
      title: '退订与屏蔽名单',
      content: '<p>退订的号码自动进入屏蔽名单，此后不会再被检测或发送。</p>',
    },
    en: {
      title: 'Opt-outs and suppression',
      content: '<p>Numbers that opt out are suppressed automatically: they are no longer checked or messaged.</p>',
    },
  },
];
