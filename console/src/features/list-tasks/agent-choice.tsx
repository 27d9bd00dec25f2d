import Form from 'antd/es/form';
import { RefPicker } from '../../kit/form/ref-picker.tsx';
import { useText } from '../../kit/i18n.ts';

const AGENTS = { resource: 'agent/user', call: 'lazy-list' } as const;

interface AgentChoiceProps {
  readonly value: string | null;
  readonly onChange: (agentId: string | null) => void;
}

/** For staff: the agent whose task it is, and who pays. */
export function AgentChoice({ value, onChange }: AgentChoiceProps) {
  const t = useText();
  const label = t({ zh: '代理', en: 'Agent' });
  return (
    <Form.Item label={label}>
      <RefPicker source={AGENTS} value={value ?? ''} onChange={(id) => onChange(id ?? null)} aria-label={label} />
    </Form.Item>
  );
}
