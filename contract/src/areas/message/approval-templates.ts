import type { MessageTemplate } from './template.ts';

/** Messages about approvals and their outcome. */
export const approvalTemplates = {
  VERIFICATION_TODO: {
    title: { zh: '代理认证待审核', en: 'Verification to review' },
    content: { zh: '{user} 提交了认证资料，请审核', en: '{user} submitted verification documents; please review them' },
    type: 3,
    level: 'info',
  },
  ADJUSTMENT_TODO: {
    title: { zh: '调账待复核', en: 'Adjustment to approve' },
    content: {
      zh: '{user} 申请给 {count} 个用户每人调账 {amount}，请复核',
      en: '{user} requests a balance adjustment of {amount} {count|for|each for} {count} {count|user|users}; please review',
    },
    type: 3,
    level: 'warning',
  },
  RECEIVING_TODO: {
    title: { zh: '收款信息待复核', en: 'Receiving details to approve' },
    content: {
      zh: '{user} 申请变更支付方式 {method} 的收款信息，请核对后复核',
      en: '{user} requests a change of the receiving details of {method}; please check and review',
    },
    type: 3,
    level: 'warning',
  },
  METHOD_LIMITS_TODO: {
    title: { zh: '支付方式限额待复核', en: 'Limits of a payment method to approve' },
    content: {
      zh: '{user} 申请启用或上调支付方式 {method} 的限额，复核前不生效',
      en: '{user} requests new or higher limits of {method}; they apply once approved',
    },
    type: 3,
    level: 'warning',
  },
  ACTIVITY_TODO: {
    title: { zh: '活动预算待复核', en: 'Budget of an activity to approve' },
    content: {
      zh: '{user} 申请发布活动“{titleZh}”，预算 {amount}，复核前不生效',
      en: '{user} requests to publish the activity “{titleEn}” with a budget of {amount}; it starts once approved',
    },
    type: 3,
    level: 'warning',
  },
  BELOW_COST_TODO: {
    title: { zh: '低于成本的价格待复核', en: 'Prices below cost to approve' },
    content: {
      zh: '{user} 申请 {count} 条低于成本的价格（{countries}），请复核',
      en: '{user} requests {count} {count|price|prices} below cost ({countries}); please review',
    },
    type: 3,
    level: 'warning',
  },
  LARGE_EXPORT_TODO: {
    title: { zh: '大量导出待复核', en: 'Large export to approve' },
    content: {
      zh: '{user} 申请导出“{listZh}” {rows} 行，请复核',
      en: '{user} requests an export of {rows} rows of “{listEn}”; please review',
    },
    type: 3,
    level: 'warning',
  },
  WATCHER_TODO: {
    title: { zh: '到账监听待复核', en: 'Payment watcher to approve' },
    content: {
      zh: '{user} 新增或修改了到账监听 {watcher}，复核前不生效，请核对地址后复核',
      en: '{user} added or changed the payment watcher {watcher}; it has no effect until you have checked its address and approved it',
    },
    type: 3,
    level: 'warning',
  },
  CHANNEL_TODO: {
    title: { zh: '代付通道待复核', en: 'Payout channel to approve' },
    content: {
      zh: '{user} 新增或修改了代付通道 {channel}，复核前不会用于打款，请核对地址后复核',
      en: '{user} added or changed the payout channel {channel}; it pays nothing until you have checked its address and approved it',
    },
    type: 3,
    level: 'warning',
  },
  RECHARGE_TODO: {
    title: { zh: '充值入账金额待复核', en: 'Recharge amount to approve' },
    content: {
      zh: '{asker} 申请给 {user} 的充值单 {no} 入账 {amount}（应付 {ordered}），请核对后复核',
      en: '{asker} requests to credit {user} {amount} for recharge {no} (amount due {ordered}); please review',
    },
    type: 3,
    level: 'warning',
  },
  REBATE_VOID_TODO: {
    title: { zh: '返佣作废待复核', en: 'Voided commission to approve' },
    content: {
      zh: '{user} 申请作废 {agent} 的返佣 {no}（{amount}），请核对后复核',
      en: '{user} requests to void commission {no} of {agent} ({amount}); please review',
    },
    type: 3,
    level: 'warning',
  },
  PARAMETER_TODO: {
    title: { zh: '参数调低安全要求待复核', en: 'Weaker parameter value to approve' },
    content: {
      zh: '{user} 申请将参数“{nameZh}”由 {fromZh} 改为 {toZh}，复核前不生效',
      en: '{user} requests a change of “{nameEn}” from {fromEn} to {toEn}; it applies once approved',
    },
    type: 3,
    level: 'warning',
  },
  SECOND_FACTOR_TODO: {
    title: { zh: '两步验证重置待复核', en: 'Two-step verification reset to approve' },
    content: {
      zh: '{user} 申请重置 {person} 的两步验证，请先通过其他途径向本人核实，再复核',
      en: '{user} requests to reset the two-step verification of {person}; confirm with that person by other means before you decide',
    },
    type: 3,
    level: 'warning',
  },
  ERASURE_TODO: {
    title: { zh: '个人信息注销待复核', en: 'Erasing a person to approve' },
    content: {
      zh: '{user} 申请注销 {person} 的个人信息，请核实后复核',
      en: '{user} requests to erase the personal data of {person}; please review',
    },
    type: 3,
    level: 'warning',
  },
  LARGE_EXPORT_READY: {
    title: { zh: '导出文件已生成', en: 'Your export is ready' },
    content: {
      zh: '“{listZh}”的导出文件已生成（{rows} 行，复核单 {no}），请到任务中心下载',
      en: 'The export of “{listEn}” ({rows} rows, request {no}) is ready; download it from the task centre',
    },
    type: 1,
    level: 'info',
  },
  LARGE_EXPORT_FAILED: {
    title: { zh: '导出失败', en: 'Your export failed' },
    content: {
      zh: '“{listZh}”未能导出（复核单 {no}）：{reasonZh}',
      en: '“{listEn}” could not be exported (request {no}): {reasonEn}',
    },
    type: 1,
    level: 'warning',
  },
  APPROVAL_PASSED: {
    title: { zh: '复核通过', en: 'Request approved' },
    content: {
      zh: '{user} 已通过您的申请 {no}，并已执行',
      en: '{user} approved your request {no}; it has been executed',
    },
    type: 3,
    level: 'success',
  },
  APPROVAL_REFUSED: {
    title: { zh: '复核驳回', en: 'Request rejected' },
    content: { zh: '{user} 驳回了您的申请 {no}：{reason}', en: '{user} rejected your request {no}: {reason}' },
    type: 3,
    level: 'error',
  },
  APPROVAL_EXPIRED: {
    title: { zh: '申请过期', en: 'Request expired' },
    content: {
      zh: '您的申请 {no} 无人复核，已过期；如仍需要请重新提交',
      en: 'Nobody decided your request {no} in time; please submit it again if still needed',
    },
    type: 3,
    level: 'warning',
  },
} as const satisfies Record<string, MessageTemplate>;
