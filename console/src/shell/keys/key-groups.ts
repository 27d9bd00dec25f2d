import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { ALT_KEY, MAIN_KEY } from './main-key.ts';

interface KeyLine {
  /** Alternatives; keys pressed together are one text, separated by blanks. */
  readonly keys: readonly string[];
  readonly does: Text;
}

interface KeyGroup {
  readonly title: Text;
  readonly lines: readonly KeyLine[];
}

const line = (keys: string | readonly string[], zh: string, en: string): KeyLine => ({
  keys: typeof keys === 'string' ? [keys] : keys,
  does: { zh, en },
});

/** The keys and their actions. `useKeys`, `useRowKeys` and `useTabKeys` handle them. */
export const keyGroups: readonly KeyGroup[] = [
  {
    title: { zh: '随处', en: 'Everywhere' },
    lines: [
      line(`${MAIN_KEY} K`, '命令面板', 'Command palette'),
      line('?', '键盘快捷键', 'Keyboard shortcuts'),
      line(`${ALT_KEY} L`, '锁屏', 'Lock the screen'),
      line('Esc', '关闭最上层', 'Close what lies on top'),
    ],
  },
  {
    title: { zh: '标签页', en: 'Tabs' },
    lines: [
      line([`${ALT_KEY} 1`, `${ALT_KEY} 9`], '切换到第 1 至 9 个标签', 'Go to the first to ninth tab'),
      line(`${ALT_KEY} W`, '关闭当前标签', 'Close the tab being shown'),
    ],
  },
  {
    title: { zh: '标签栏（用 Tab 键进入）', en: 'In the strip of tabs (reached by Tab)' },
    lines: [
      line(['←', '→'], '选择标签', 'Walk from tab to tab'),
      line([`${MAIN_KEY} Shift ←`, `${MAIN_KEY} Shift →`], '移动标签', 'Move a tab'),
      line('Del', '关闭标签', 'Close a tab'),
    ],
  },
  {
    title: { zh: '短信收件箱', en: 'SMS inbox' },
    lines: [
      line(['J', 'K'], '下一个、上一个会话', 'Next and previous session'),
      line('Enter', '打开会话', 'Open the session'),
      line('R', '回复', 'Reply'),
      line('N', '备注', 'Note'),
      line(`${MAIN_KEY} Enter`, '发送', 'Send'),
      line('A', '领取', 'Take'),
      line('S', '1 小时后提醒', 'Snooze for an hour'),
      line('E', '关闭', 'Close'),
      line('Shift E', '关闭并打开下一个', 'Close and open the next'),
      line('U', '下一个未读', 'Next unread'),
      line('/', '搜索', 'Search'),
      line(';', '常用回复（在回复框内）', 'Saved replies, in the reply box'),
      line('Esc', '离开回复框，再按返回列表', 'Leave the reply box, then back to the list'),
    ],
  },
  {
    title: { zh: '列表', en: 'Lists' },
    lines: [
      line('/', '查询', 'Search'),
      line('N', '新增', 'Add a record'),
      line('E', '编辑勾选的一条', 'Edit the one record that is chosen'),
      line('R', '显示新变化的行', 'Show rows that changed meanwhile'),
    ],
  },
  {
    title: { zh: '列表的行（用 Tab 键进入）', en: 'In the rows of a list (reached by Tab)' },
    lines: [
      line(['↑', '↓', 'Home', 'End'], '上下移动', 'Walk from row to row'),
      line('Enter', '查看', 'Open'),
      line('E', '编辑', 'Edit'),
      line('Space', '勾选', 'Tick'),
      line('Shift Space', '勾选到此行', 'Tick up to here'),
      line('Del', '删除', 'Delete'),
      line(['→', '←'], '展开、收起下级', 'Open and close a branch'),
    ],
  },
  {
    title: { zh: '查看记录时', en: 'While a record is open' },
    lines: [line(['←', '→'], '上一条、下一条', 'Previous and next record'), line('E', '编辑', 'Edit')],
  },
  {
    title: { zh: '号码检测的结果', en: 'In the results of a number check' },
    lines: [
      line(['1', '9'], '按结果筛选（从上到下）', 'Filter by result, from top to bottom'),
      line('/', '查找号码', 'Find a number'),
      line('D', '下载当前筛选', 'Download the current filter'),
    ],
  },
];
