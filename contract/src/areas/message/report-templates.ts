import type { MessageTemplate } from './template.ts';

/** Messages about scheduled reports. */
export const reportTemplates = {
  REPORT_READY: {
    title: { zh: '报表已生成', en: 'A report is ready' },
    content: {
      zh: '报表“{report}”已生成，共 {rows} 行，可在任务中心下载',
      en: 'The report “{report}” is ready with {rows} lines; download it in the task centre',
    },
    type: 1,
    level: 'info',
  },
  REPORT_FAILED: {
    title: { zh: '报表发送失败', en: 'A report was not sent' },
    content: {
      zh: '报表“{report}”未能发送给 {people}：{reasonZh}',
      en: 'The report “{report}” was not sent to {people}: {reasonEn}',
    },
    type: 1,
    level: 'warning',
  },
  REPORT_PAUSED: {
    title: { zh: '报表发送计划已暂停', en: 'A report schedule was paused' },
    content: {
      zh: '报表“{report}”连续 {count} 次发送失败，计划已暂停：{reasonZh}',
      en: 'The report “{report}” failed {count} times in a row and its schedule was paused: {reasonEn}',
    },
    type: 1,
    level: 'error',
  },
} as const satisfies Record<string, MessageTemplate>;
