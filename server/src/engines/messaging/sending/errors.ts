import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

/** Refusals and pauses of message orders. */
export const sendingErrors = defineErrors({
  SENDER_GONE: { status: 400, zh: '请选择可用的发送方', en: 'Choose a sender that can be used' },
  SENDER_RESTRICTED: {
    status: 400,
    zh: '发送方被渠道限制，解除后由平台恢复',
    en: 'The channel restricts this sender; our staff resume the order when it may send again',
  },
  TEMPLATE_GONE: { status: 400, zh: '请选择该发送方的模板', en: 'Choose a template of this sender' },
  TEMPLATE_NOT_APPROVED: { status: 400, zh: '模板尚未通过审核，不能发送', en: 'Only approved templates can be sent' },
  TEMPLATE_UNSUPPORTED: {
    status: 400,
    zh: '模板含有系统无法填写的部分（WhatsApp 称为 {part}），请选择其他模板',
    en: 'The template has a part that cannot be filled in here (WhatsApp calls it {part}); choose another template',
  },
  TEMPLATE_PAUSED: {
    status: 400,
    zh: '模板被 WhatsApp 暂停，恢复后订单自动继续',
    en: 'WhatsApp paused the template; the order resumes by itself when it is approved again',
  },
  TEMPLATE_DISABLED: {
    status: 400,
    zh: '模板已被 WhatsApp 停用，请完成或取消订单',
    en: 'WhatsApp disabled the template; complete or cancel the order',
  },
  TEMPLATE_CHANGED: {
    status: 400,
    zh: '模板类别变更为{category}，请按新价格确认后继续',
    en: 'The category of the template changed to {category}; confirm the new price to go on',
  },
  TEMPLATE_CATEGORY: {
    status: 400,
    zh: '模板类别已变更，请按新价格确认后继续',
    en: 'The category of the template changed; confirm the new price to go on',
  },
  VALUE_MISSING: { status: 400, zh: '请填写参数 {name}', en: 'Give a value for {name}' },
  VALUE_BAD: {
    status: 400,
    zh: '参数 {name} 不能换行、包含多个连续空格或超过长度',
    en: 'The value of {name} must have no line breaks or many spaces, and must not be too long',
  },
  RECIPIENTS_REQUIRED: { status: 400, zh: '请上传名单或粘贴号码', en: 'Upload a list or paste numbers' },
  CHATS_FROM_CHECK: {
    status: 400,
    zh: '机器人通知发给对话编号，不能使用检测结果；请上传或粘贴对话编号',
    en: 'A notice goes to chat ids; upload or paste them instead of using a check',
  },
  CHATS_FIXED: {
    status: 400,
    zh: '机器人通知的收件人在下单时确定，请新建订单',
    en: 'The recipients of a notice are set when it is created; make a new order for others',
  },
  RECIPIENT_REFUSED: { status: 400, zh: '该号码不能加入订单', en: 'This number cannot be added to the order' },
  NOTHING_TO_SEND: {
    status: 400,
    zh: '名单中没有可发送的号码，请查看各行原因',
    en: 'No line of the list can be sent; see the reason of each line',
  },
  QUOTA_EXCEEDED: {
    status: 400,
    zh: '超过下单数量 {quota}，当前 {count}',
    en: 'More than the ordered quantity of {quota}: {count}',
  },
  TOO_MANY_ADDED: { status: 400, zh: '每次最多追加 {max} 个号码', en: 'At most {max} numbers can be added at once' },
  SCHEDULE_PAST: { status: 400, zh: '计划时间应晚于现在', en: 'The planned time should be in the future' },
  PORTFOLIO_LIMIT: {
    status: 400,
    zh: '超过发送方 24 小时收件人上限 {limit}',
    en: 'More recipients than the sender may reach in 24 hours ({limit})',
  },
  REQUEST_ERRORS: {
    status: 400,
    zh: '渠道拒绝了多条消息（{code}），请检查模板参数',
    en: 'The channel refused several messages ({code}); check the values of the template',
  },
  CHANNEL_STOPPED: {
    status: 400,
    zh: '渠道要求停止发送，请查看最近的错误码',
    en: 'The channel asked to stop; see the last error codes',
  },
  QUIET_NEVER: { status: 400, zh: '静默时段规则不允许发送', en: 'Quiet hours never allow this message' },
  REJECTED: { status: 400, zh: '审核未通过：{reason}', en: 'Rejected: {reason}' },
  RESET_NOTHING: { status: 400, zh: '没有可以重发的消息', en: 'No message can be sent again' },
  RESET_LIMIT: { status: 400, zh: '每个订单最多重发 {max} 次', en: 'An order can be sent again {max} times at most' },
  RESET_LATE: {
    status: 400,
    zh: '完成超过 {hours} 小时，不能重发',
    en: 'It was completed more than {hours} hours ago',
  },
  STATUS_INVALID: { status: 400, zh: '状态值无效', en: 'Invalid status' },
  VERDICT_NOTHING: {
    status: 400,
    zh: '所选消息的状态不允许此操作',
    en: 'The state of these messages does not allow it',
  },
  ORDERS_MIXED: { status: 400, zh: '请选择同一订单的消息', en: 'Choose messages of one order' },
  EVIDENCE_GONE: {
    status: 400,
    zh: '凭证文件已失效，请重新上传',
    en: 'The evidence is no longer stored; upload it again',
  },
  CODE_REQUIRED: {
    status: 400,
    zh: '请选择验证码位数或验证码所在列',
    en: 'Choose the digits of the codes, or their column',
  },
  SENDER_UNAVAILABLE: {
    status: 400,
    zh: '发送号码不可用，恢复后任务自动继续',
    en: 'The sender cannot be used; the task resumes by itself when it can',
  },
  TEXT_REFUSED: {
    status: 400,
    zh: '短信内容不能发送，请按提示修改',
    en: 'The text cannot be sent; change it as shown',
  },
  LINK_MISSING: {
    status: 400,
    zh: '内容含短链，请填写短链打开的页面',
    en: 'The text has a short link; give the page that it opens',
  },
  TEST_REQUIRED: {
    status: 400,
    zh: '超过 {n} 个收件人，请先发送一条测试短信',
    en: 'Send a test message first: the task has more than {n} recipients',
  },
  NUMBER_BAD: {
    status: 400,
    zh: '应为带国家代码的号码，例如 +1 201 555 0123',
    en: 'should be a number with its country code, such as +1 201 555 0123',
  },
  TEXT_TOO_LONG: {
    status: 400,
    zh: '短信拆分为 {parts} 条，最多 {max} 条',
    en: 'The text has {parts} parts; at most {max} are sent',
  },
  RECIPIENT_SUPPRESSED: {
    status: 400,
    zh: '收件人已退订或被屏蔽，不能发送',
    en: 'The recipient opted out or is suppressed',
  },
  NOT_TAKEN: {
    status: 400,
    zh: '15 分钟内没有通道连接可以提交，已取消',
    en: 'No connection to the provider took it within 15 minutes',
  },
  TEXT_REQUIRED: { status: 400, zh: '请填写通知内容', en: 'Write the text of the notice' },
  CODE_BAD: { status: 400, zh: '验证码应为 4 至 8 位数字', en: 'A code has 4 to 8 digits' },
});

/** Returns an error at a field of the form. */
export const refusedAt = (
  field: string,
  code: keyof typeof sendingErrors.declarations,
  params: Record<string, string | number> = {},
) => {
  const { zh, en } = sendingErrors.declarations[code];
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
  return sendingErrors[code](params as never, { fields: [{ field, message: { zh: filled(zh), en: filled(en) } }] });
};
