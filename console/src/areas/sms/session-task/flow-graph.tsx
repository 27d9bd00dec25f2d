import type { Flow } from '@trade-assistant/contract/areas/sms/flow.ts';
import type { FlowProblem } from '@trade-assistant/contract/areas/sms/flow-check.ts';
import { Background, Controls, type Edge, MarkerType, type Node, ReactFlow } from '@xyflow/react';
import { useText } from '../../../kit/i18n.ts';
import '@xyflow/react/dist/base.css';
import styles from './flow.module.css';

interface FlowGraphProps {
  readonly flow: Flow;
  readonly faults: readonly FlowProblem[];
  readonly onNode: (id: string) => void;
}

const WIDTH = 180;
const [ACROSS, DOWN] = [WIDTH + 40, 120];

/** A flow as a graph: entries above, each node below the first that leads to it. */
export default function FlowGraph({ flow, faults, onNode }: FlowGraphProps) {
  const t = useText();
  const places = placed(flow);
  const nodes: Node[] = flow.nodes.map((node) => ({
    id: node.id,
    position: places.get(node.id) ?? { x: 0, y: 0 },
    data: { label: `${node.isEntry ? '▶ ' : ''}${node.id}\n${node.reply.slice(0, 60)}` },
    className: [
      styles.box,
      faults.some((fault) => fault.node === node.id && fault.isBlocking) ? styles.faulty : '',
      node.after === 'end' || node.after === 'person' ? styles.final : '',
    ].join(' '),
    style: { width: WIDTH },
    ariaLabel: `${node.id}: ${node.reply}`,
  }));
  const edges: Edge[] = flow.nodes.flatMap(({ id, next, after }) =>
    next
      .filter((to) => places.has(to))
      .map((to) => {
        const target = flow.nodes.find((one) => one.id === to);
        const isAtOnce = after === 'continue';
        return {
          id: `${id} ${to}`,
          source: id,
          target: to,
          animated: isAtOnce,
          markerEnd: { type: MarkerType.ArrowClosed },
          style: { stroke: 'var(--ant-color-border)' },
          labelStyle: { fill: 'var(--ant-color-text-secondary)' },
          labelBgStyle: { fill: 'var(--ant-color-bg-container)' },
          label: isAtOnce
            ? t({ zh: '立即', en: 'at once' })
            : target?.match === 'any'
              ? t({ zh: '任意', en: 'any' })
              : (target?.keywords.slice(0, 3).join(', ') ?? ''),
        };
      }),
  );
  return (
    <figure className={styles.graph} aria-label={t({ zh: '流程图', en: 'Graph of the flow' })}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        fitView
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        minZoom={0.2}
        proOptions={{ hideAttribution: false }}
        onNodeClick={(_, { id }) => onNode(id)}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </figure>
  );
}

/** Returns places of nodes in rows by their distance from the entries; unreachable ones are in the last row. */
function placed({ nodes }: Flow): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const depth = new Map<string, number>();
  let row = nodes.filter(({ isEntry }) => isEntry).map(({ id }) => id);
  for (let level = 0; row.length > 0; level += 1) {
    for (const id of row) depth.set(id, level);
    const below = row.flatMap((id) => nodes.find((one) => one.id === id)?.next ?? []);
    row = [...new Set(below)].filter((id) => !depth.has(id) && nodes.some((one) => one.id === id));
  }
  const last = Math.max(-1, ...depth.values()) + 1;
  const counts = new Map<number, number>();
  return new Map(
    nodes.map(({ id }) => {
      const level = depth.get(id) ?? last;
      const column = counts.get(level) ?? 0;
      counts.set(level, column + 1);
      return [id, { x: column * ACROSS, y: level * DOWN }];
    }),
  );
}
