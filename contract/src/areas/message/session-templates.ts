import type { MessageTemplate } from './template.ts';

/** Messages about text sessions. */
export const sessionTemplates = {
  SESSIONS_WAITING: {
    title: { zh: '短信会话排队中', en: 'Text sessions are waiting' },
    content: {
      zh: '会话任务“{task}”有 {n} 个会话无人可分配，请安排人员在岗',
      en: '{n} sessions of “{task}” wait and nobody on duty has room; put somebody on duty',
    },
    type: 1,
    level: 'warning',
  },
} as const satisfies Record<string, MessageTemplate>;
