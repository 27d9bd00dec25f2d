/** The former groups of the menu by the areas of their screens, so that people who knew them find the screens. */
const groups: readonly (readonly [screens: RegExp, ...names: string[]])[] = [
  [/^(whatsapp\/|user\/country$)/, 'WhatsApp 业务', 'WhatsApp'],
  [/^telegram\//, 'Telegram 业务', 'Telegram'],
  [/^sms\//, '短信业务', 'SMS'],
  [/^(filter|provider)\//, '号码检测', 'Number checks'],
  [/^agent\//, '代理管理', 'Agents'],
  [/^(app-manage\/|user\/(app-user|user-team|panel)$)/, 'App业务', 'App'],
  [/^open\//, '开放接口', 'Partner API'],
  [/^(finance\/|user\/(?!country|app-user|user-team|panel))/, '财务管理', 'Finance'],
  [/^(statistics|report)\//, '统计', 'Statistics'],
  [/^desk\//, '工作台', 'Workbench'],
  [/^system\//, '系统管理', 'System'],
  [/^resource\//, '资源管理', 'Resources'],
  [/^log\//, '日志管理', 'Logs'],
  [/^develop\//, '研发工具', 'Developer tools'],
];

/** Returns the names of the former group of a screen. */
export const formerGroupOf = (screen: string): readonly string[] =>
  groups
    .find(([screens]) => screens.test(screen))
    ?.slice(1)
    .map(String) ?? [];
