import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** Titles that a menu entry or an address uses by key (`i18n`), to have both languages. */
const names: Readonly<Record<string, Text>> = {
  home: { zh: '首页', en: 'Home' },
  dashboard: { zh: '数据看板', en: 'Dashboard' },
  info: { zh: '个人信息', en: 'Personal info' },
  website: { zh: '官网', en: 'Website' },
  help: { zh: '帮助', en: 'Help' },
  guide: { zh: '使用指南', en: 'User guide' },
  docs: { zh: '文档', en: 'Documents' },
  api: { zh: '接口文档', en: 'API reference' },
  data: { zh: '数据', en: 'Data' },
  report: { zh: '报表', en: 'Reports' },
  work: { zh: '工作台', en: 'Workbench' },
  task: { zh: '任务中心', en: 'Tasks' },
  message: { zh: '我的消息', en: 'My messages' },
  'number-history': { zh: '号码档案', en: 'Number history' },
  dict: { zh: '字典', en: 'Dictionaries' },
  'dict-horizontal': { zh: '字典（左右）', en: 'Dictionaries, side by side' },
  'dict-vertical': { zh: '字典（上下）', en: 'Dictionaries, stacked' },
  test: { zh: '组件示例', en: 'Component samples' },
  logs: { zh: '日志', en: 'Logs' },
  error: { zh: '异常', en: 'Errors' },
};

/** Returns the title of a key, if there is one. */
export const routeName = (key: string | null | undefined): Text | undefined =>
  key && Object.hasOwn(names, key) ? names[key] : undefined;

const MOST_CHARACTERS = 40;

/**
 * Returns the tab title the menu sets for an address: a key (`i18n`) or plain words (`name`) in the query of its entry
 * (`own`), even after a list has changed the query. Another value in the address is a filter of its page.
 */
export function tabLabel(search: string, own: string): Text | undefined {
  const [query, defined] = [new URLSearchParams(search), new URLSearchParams(own)];
  const agreed = (key: string) => (query.has(key) && query.get(key) !== defined.get(key) ? null : defined.get(key));
  const named = routeName(agreed('i18n'));
  if (named) return named;
  const name = agreed('name')?.trim().slice(0, MOST_CHARACTERS);
  return name ? { zh: name, en: name } : undefined;
}
