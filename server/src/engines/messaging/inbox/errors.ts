import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const inboxErrors = defineErrors({
  SESSION_SENDER_TAKEN: {
    status: 400,
    zh: '该发送号码已有运行中的会话任务，请先结束它',
    en: 'Another running session task uses this sender; end that one first',
  },
  SESSION_SENDER_IN: {
    status: 400,
    zh: '该发送号码不能接收短信，请选择有上行能力的号码',
    en: 'This sender cannot receive texts; choose one that can',
  },
  SESSION_SENDER_MODE: {
    status: 400,
    zh: '该发送号码的上行短信不进入会话；请将其“上行处理”设为“会话”，或选择其他号码',
    en: 'Texts to this sender do not become conversations; set its “Inbound texts” to “Conversation”, or choose another one',
  },
  SESSION_FLOW_FAULTY: {
    status: 400,
    zh: '流程有 {n} 处问题，修正后才能启动：{first}',
    en: 'The flow has {n} problems that prevent the start: {first}',
  },
  SESSION_HANDLER: {
    status: 400,
    zh: '处理人应为该代理本人、其子账号或平台人员',
    en: 'People who answer should be the agent, its sub-users or staff',
  },
  SESSION_HOURS: {
    status: 400,
    zh: '上班和下班时间应同时填写且不同',
    en: 'Give both ends of the working hours, and different ones',
  },
  SESSION_AGENT: { status: 400, zh: '请选择代理', en: 'Choose the agent' },
  SESSION_NEW_MESSAGES: {
    status: 400,
    zh: '您开始输入后有 {n} 条新消息，确认后可再次发送',
    en: '{n} new messages since you started; confirm to send anyway',
  },
  SESSION_CLOSED: { status: 400, zh: '会话已关闭，请先重新打开', en: 'The session is closed; reopen it first' },
  SESSION_OPTED_OUT: { status: 400, zh: '对方已退订，不能再发送', en: 'This person opted out; nothing can be sent' },
  SESSION_ENDED: { status: 400, zh: '会话任务已结束', en: 'The session task has ended' },
  SESSION_TURNS: { status: 400, zh: '本会话的 {max} 个轮次已用尽', en: 'All {max} turns of this session are used' },
  SESSION_CAP: { status: 400, zh: '已达本会话的费用上限', en: 'The money for this session is used up' },
  SESSION_ASSIGNEE: { status: 403, zh: '只有负责人 {name} 可以回复', en: 'Only {name}, the assignee, may reply' },
  SESSION_NUMBER: {
    status: 400,
    zh: '号码无效，请填写带国家码的完整号码，例如 +1 202 555 0100',
    en: 'Not a phone number; enter it whole with its country code, such as +1 202 555 0100',
  },
  SESSION_SHORTCUT: { status: 400, zh: '该快捷词已存在', en: 'The shortcut exists already' },
  SESSION_OPENING: { status: 400, zh: '会话任务没有开场内容', en: 'The session task has no opening text' },
});

/** Returns an error at a field of a form. */
export function atField(
  field: string,
  code: keyof typeof inboxErrors.declarations,
  params: Record<string, string | number> = {},
) {
  const { zh, en } = inboxErrors.declarations[code];
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
  return inboxErrors[code](params as never, { fields: [{ field, message: { zh: filled(zh), en: filled(en) } }] });
}
