import { dictionary } from '../../kit/dictionary.ts';

/** Kind of recipients of a message. */
export const messageType = dictionary('message_type', {
  ordinary: { value: 1, zh: '普通消息', en: 'Message' },
  department: { value: 2, zh: '部门广播', en: 'Department broadcast' },
  approval: { value: 3, zh: '审批消息', en: 'Approval' },
  role: { value: 4, zh: '角色广播', en: 'Role broadcast' },
});

/** The wire's numbers are the reverse of the name `isRead`: 1 is unread. */
export const messageRead = dictionary('message_read', {
  unread: { value: 1, zh: '未读', en: 'Unread', tone: 'attention' },
  read: { value: 0, zh: '已读', en: 'Read', tone: 'off' },
});

export const messageLevels = ['info', 'success', 'warning', 'error'] as const;
export type MessageLevel = (typeof messageLevels)[number];
