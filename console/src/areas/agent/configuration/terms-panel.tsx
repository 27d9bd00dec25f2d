import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { CallError, messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useSession } from '../../../kit/client/session.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { countryName } from '../../../kit/fields/country.tsx';
import { RefPicker } from '../../../kit/form/ref-picker.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { AgentFacts } from './agent-facts.tsx';
import { type Edits, itemsOf } from './edits.ts';
import { Matrix } from './matrix.tsx';

const AGENT_ROLE = 'agent';
const WIDTH = 1180;
const AGENTS = { resource: 'agent/user', call: 'lazy-list' };

interface TermsPanelProps {
  /** The agent; without it the user chooses one, and an agent starts with itself. */
  readonly agentId?: string;
  readonly onClose: () => void;
}

/** An agent's prices for everything it can buy, their sources, and its agreed terms. */
export default function TermsPanel({ agentId, onClose }: TermsPanelProps) {
  const t = useText();
  const user = useSession((session) => session.user);
  const [chosen, setChosen] = useState<string | null>(
    agentId ?? (user?.roleName.split(',').includes(AGENT_ROLE) ? user.userId : null),
  );
  const title = t({ zh: '配置矩阵', en: 'Terms matrix' });
  const picker = agentId === undefined && (
    <div className="kit-search kit-flush kit-alert">
      <div className="kit-search-item">
        <label htmlFor="terms-agent">{t({ zh: '代理', en: 'Agent' })}</label>
        <RefPicker id="terms-agent" source={AGENTS} value={chosen} onChange={setChosen} />
      </div>
    </div>
  );
  if (chosen !== null)
    return <AgentTerms key={chosen} agentId={chosen} title={title} before={picker} onClose={onClose} />;
  return (
    <SidePanel title={title} width={WIDTH} onClose={onClose}>
      {picker}
      <p className="kit-weak">{t({ zh: '请先选择代理', en: 'Choose an agent first' })}</p>
    </SidePanel>
  );
}

interface AgentTermsProps {
  readonly agentId: string;
  readonly title: string;
  readonly before: ReactNode;
  readonly onClose: () => void;
}

function AgentTerms({ agentId, title, before, onClose }: AgentTermsProps) {
  const t = useText();
  const locale = useLocale();
  const canEdit = useCan('agent/configuration:edit');
  const canDelete = useCan('agent/configuration:delete');
  const matrix = useCall(agentConfiguration, 'list-form', { userId: agentId }, { staleMillis: 0 });
  const [form] = Form.useForm();
  const edits = (Form.useWatch('edits', form) ?? {}) as Edits;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const changed = Object.keys(edits).length;
  const save = async (values: { edits?: Edits }, idempotencyKey: string) => {
    const items = itemsOf(matrix.data ?? [], values.edits ?? {});
    await call(agentConfiguration, 'batch-submit', { agentIds: agentId, items }, { idempotencyKey });
    showSuccess({ zh: '已生效，新订单按此执行', en: 'Saved. Applies to new orders' });
  };
  const takeBack = async (_values: object, idempotencyKey: string) => {
    await call(agentConfiguration, 'batch-delete', { ids: [...chosen].join(',') }, { idempotencyKey });
    showSuccess({ zh: '已恢复沿用', en: 'Cleared; inherited terms apply' });
  };
  return (
    <FormPanel<{ edits?: Edits }>
      title={title}
      width={WIDTH}
      form={form}
      keptAs={{ name: 'agent-terms', subject: agentId }}
      submitText={
        changed > 0 ? t({ zh: '保存 {n} 项', en: 'Save {n}' }, { n: changed }) : t({ zh: '保存', en: 'Save' })
      }
      isDisabled={!canEdit || changed === 0}
      onSubmit={save}
      invalidates={[agentConfiguration]}
      sentenceOf={(error) => sentence(error, locale)}
      onClose={onClose}
      buttons={({ isBusy, send }) =>
        canDelete && (
          <Button danger disabled={isBusy || chosen.size === 0 || changed > 0} onClick={() => void send(takeBack)}>
            {t({ zh: '恢复沿用 {n} 项', en: 'Clear {n}' }, { n: chosen.size })}
          </Button>
        )
      }
      content={
        <>
          {before}
          <AgentFacts agentId={agentId} />
          {matrix.data ? (
            <Form.Item name="edits" noStyle initialValue={{}}>
              <Matrix agentId={agentId} groups={matrix.data} chosen={chosen} onChoose={setChosen} />
            </Form.Item>
          ) : matrix.error ? (
            <ListProblem error={matrix.error} onRetry={() => void matrix.refetch()} />
          ) : (
            <Skeleton active paragraph={{ rows: 8 }} title={false} />
          )}
        </>
      }
    />
  );
}

/** Prices that are too low are named: there may be one among hundreds. */
function sentence(error: unknown, locale: 'zh' | 'en'): string {
  const said = messageOf(error);
  const prices = error instanceof CallError && (error.data as { prices?: Refused[] } | null)?.prices;
  if (!prices) return said;
  const named = prices.slice(0, 5).map(({ countryCode, least }) => {
    const where = countryName(countryCode, locale);
    if (least === null) return where;
    return locale === 'zh' ? `${where}（不低于 ${least}）` : `${where} (at least ${least})`;
  });
  return locale === 'zh' ? `${said}：${named.join('、')}` : `${said}: ${named.join(', ')}`;
}

interface Refused {
  readonly countryCode: string;
  readonly least: string | null;
}
