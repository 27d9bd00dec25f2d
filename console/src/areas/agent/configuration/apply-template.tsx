import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { ref, refs, yes } from '@trade-assistant/contract/kit/field.ts';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import type { NamedFields } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { TemplateSelect } from './template-select.tsx';

const fields: NamedFields = {
  templateId: { ...ref(null, { label: { zh: '模板', en: 'Template' }, required: true }), input: TemplateSelect },
  agentIds: refs(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '代理', en: 'Agents' },
      help: { zh: '子账号随其代理', en: 'Sub-users inherit from their agent' },
      required: true,
    },
  ),
  replaces: yes({
    label: { zh: '清除其他约定', en: 'Clear other terms' },
    help: {
      zh: '开启后，这些代理在模板之外的约定一并清除',
      en: 'When on, all terms of these agents outside the template are cleared',
    },
  }),
};

interface Values extends Record<string, unknown> {
  readonly templateId: string;
  readonly agentIds: readonly string[];
  readonly replaces?: number;
}

/** Gives a template to agents, all of them or none. */
export default function ApplyTemplate({ onClose }: { onClose: () => void }) {
  const t = useText();
  const give = async ({ templateId, agentIds, replaces }: Values, idempotencyKey: string) => {
    const input = { templateId, agentIds: agentIds.join(','), mode: replaces === 1 ? 'REPLACE' : 'MERGE' } as const;
    const { agents, saved } = await call(agentConfiguration, 'batch-submit', input, { idempotencyKey });
    showSuccess({
      zh: `已用于 ${agents} 个代理，更改 ${saved} 项`,
      en: `Applied to ${agents} agents, ${saved} terms changed`,
    });
  };
  return (
    <FormPanel<Values>
      title={t({ zh: '套用模板', en: 'Apply a template' })}
      width={560}
      submitText={t({ zh: '套用', en: 'Apply' })}
      fields={fields}
      initial={{ replaces: 0 }}
      onSubmit={give}
      invalidates={[agentConfiguration]}
      onClose={onClose}
    />
  );
}
