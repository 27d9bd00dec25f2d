import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { agentLevel } from '@trade-assistant/contract/dictionaries.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { Figures } from '../../../kit/parts/figures.tsx';

/** The agent of the matrix. */
export function AgentFacts({ agentId }: { agentId: string }) {
  const { data } = useCall(agentConfiguration, 'basic-info', { userId: agentId }, { staleMillis: 0 });
  return (
    <Figures
      items={[
        { label: { zh: '代理', en: 'Agent' }, value: data?.agentName, note: data?.account },
        {
          label: { zh: '等级', en: 'Level' },
          value: data && <DictValue dictionary={agentLevel} value={data.agentLevel} />,
          note: data && `× ${data.levelDiscount}`,
        },
        { label: { zh: '上级代理', en: 'Parent agent' }, value: data && (data.parentName ?? <Nothing />) },
        {
          label: { zh: '余额', en: 'Balance' },
          value: data && <MoneyValue wire={data.balance} currency={data.currency} />,
        },
        { label: { zh: '已约定', en: 'Agreed terms' }, value: data?.configCount, note: data?.templateName },
      ]}
    />
  );
}
