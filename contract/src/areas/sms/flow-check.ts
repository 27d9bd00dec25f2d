import type { Text } from '../../kit/locale.ts';
import { type Flow, type FlowNode, normalisedText } from './flow.ts';

/** A fault of a flow, at one of its nodes. A blocking one prevents the start. */
export interface FlowProblem {
  readonly code: keyof typeof flowProblems;
  readonly node: string | null;
  /** The other node, or the keyword. */
  readonly detail: string | null;
  readonly isBlocking: boolean;
}

export const flowProblems = {
  empty: { zh: '流程没有节点', en: 'The flow has no node' },
  noEntry: { zh: '没有入口节点，首条短信无人回应', en: 'No node is an entry, so nothing answers the first text' },
  unreachable: { zh: '不可达：没有任何节点通向它', en: 'Unreachable: no node leads here' },
  unknownNext: { zh: '后续节点“{detail}”不存在', en: 'Its next node “{detail}” does not exist' },
  deadEnd: {
    zh: '等待下一条短信，但没有后续节点',
    en: 'Waits for the next text, but no node follows',
  },
  noNext: { zh: '设为立即继续，但没有后续节点', en: 'Continues at once, but no node follows' },
  noReply: { zh: '没有回复内容', en: 'It has no reply' },
  noKeyword: { zh: '没有关键词，永远不会匹配', en: 'Without keywords it never matches' },
  overlap: {
    zh: '关键词“{detail}”已被更靠前的节点匹配',
    en: 'An earlier node already matches the keyword “{detail}”',
  },
  shadowed: {
    zh: '节点“{detail}”匹配任意内容，本节点不会被用到',
    en: 'Node “{detail}” matches every text, so this one is never used',
  },
  loop: { zh: '循环中没有等待：“{detail}”', en: 'A loop without a wait: {detail}' },
} as const satisfies Record<string, Text>;

/** Returns the faults of a flow, in the order of its nodes: the check before a start, and the marks of the editor. */
export function checkFlow(flow: Flow): FlowProblem[] {
  const { nodes } = flow;
  const problems: FlowProblem[] = [];
  const add = (code: FlowProblem['code'], node: string | null, detail: string | null = null, isBlocking = true) =>
    problems.push({ code, node, detail, isBlocking });
  if (nodes.length === 0) {
    add('empty', null);
    return problems;
  }
  const byId = new Map(nodes.map((one) => [one.id, one]));
  const entries = nodes.filter(({ isEntry }) => isEntry);
  if (entries.length === 0) add('noEntry', null);
  const reached = reachable(entries, byId);
  for (const node of nodes) {
    const { id, after, next, reply, match, keywords } = node;
    if (!reached.has(id)) add('unreachable', id);
    for (const one of next) if (!byId.has(one)) add('unknownNext', id, one);
    if (after === 'wait' && next.length === 0 && entries.length === 0) add('deadEnd', id);
    // Entries answer the next text, but the writer rarely means that.
    else if (after === 'wait' && next.length === 0) add('deadEnd', id, null, false);
    if (after === 'continue' && next.length === 0) add('noNext', id);
    if (reply === '' && after === 'wait') add('noReply', id);
    if (match !== 'any' && keywords.length === 0) add('noKeyword', id, null, isAnswered(node, nodes, entries));
  }
  const groups = [entries, ...nodes.map(({ next }) => next.flatMap((one) => byId.get(one) ?? []))];
  for (const [code, node, detail] of overlaps(groups)) add(code, node, detail);
  const loop = loopWithoutWait(nodes, byId);
  if (loop) add('loop', loop[0] ?? null, loop.join(' → '));
  return problems;
}

/** Whether a node is compared with texts, rather than continued to. */
const isAnswered = ({ id, isEntry }: FlowNode, nodes: readonly FlowNode[], entries: readonly FlowNode[]): boolean =>
  (isEntry && entries.length > 0) || nodes.some(({ after, next }) => after !== 'continue' && next.includes(id));

function reachable(entries: readonly FlowNode[], byId: ReadonlyMap<string, FlowNode>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...entries];
  for (let node = open.pop(); node; node = open.pop()) {
    if (reached.has(node.id)) continue;
    reached.add(node.id);
    open.push(...node.next.flatMap((id) => byId.get(id) ?? []));
  }
  return reached;
}

/** Nodes of one choice that an earlier one prevents from matching; each pair once. */
function overlaps(
  groups: readonly (readonly FlowNode[])[],
): [code: 'overlap' | 'shadowed', node: string, detail: string][] {
  const found = new Map<string, [code: 'overlap' | 'shadowed', node: string, detail: string]>();
  for (const group of groups)
    group.forEach((node, index) => {
      for (const before of group.slice(0, index)) {
        if (before.id === node.id) continue;
        if (before.match === 'any') found.set(`${before.id} ${node.id}`, ['shadowed', node.id, before.id]);
        else {
          const taken = node.match === 'any' ? undefined : node.keywords.find((keyword) => isTaken(before, keyword));
          if (taken !== undefined) found.set(`${before.id} ${node.id}`, ['overlap', node.id, taken]);
        }
      }
    });
  return [...found.values()];
}

const isTaken = ({ match, keywords }: FlowNode, keyword: string): boolean => {
  const said = normalisedText(keyword);
  return keywords.some((one) => {
    const wanted = normalisedText(one);
    return wanted !== '' && (match === 'contains' ? said.includes(wanted) : said === wanted);
  });
};

/** Returns nodes that continue with each other for ever, or undefined. */
function loopWithoutWait(nodes: readonly FlowNode[], byId: ReadonlyMap<string, FlowNode>): string[] | undefined {
  for (const start of nodes) {
    const path: string[] = [];
    let node: FlowNode | undefined = start;
    while (node?.after === 'continue' && !path.includes(node.id)) {
      path.push(node.id);
      node = byId.get(node.next[0] ?? '');
    }
    if (node && path[0] === node.id) return [...path, node.id];
  }
  return undefined;
}
