import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { configurationTerms } from '@trade-assistant/contract/areas/agent/configuration-fields.ts';
import { agentPriceKind } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { activePeriod, filterType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Popconfirm from 'antd/es/popconfirm';
import Skeleton from 'antd/es/skeleton';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showError, showSuccess } from '../../../kit/feedback.tsx';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Disclosure } from '../../../kit/parts/disclosure.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';

type Template = CallData<typeof agentConfiguration, 'template/list-form', 'in'>[number];
type Item = Template['items'][number];

/** Saved templates of terms. Deleting one changes no agent's terms. */
export default function Templates({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useCall(agentConfiguration, 'template/list-form', {}, { staleMillis: 0 });
  return (
    <SidePanel title={t({ zh: '配置模板', en: 'Templates' })} onClose={onClose}>
      <p className="kit-weak">
        {t({
          zh: '在列表中勾选约定，即可存为或更新模板；更新、删除模板不影响已套用的代理',
          en: 'Select terms in the list to save them as a template or update one. Agents that already use a template are not affected',
        })}
      </p>
      {error ? (
        <ListProblem error={error} onRetry={() => void refetch()} />
      ) : data ? (
        data.map((template) => (
          <Disclosure
            key={template.id}
            label={template.templateName}
            note={t({ zh: '{n} 个代理在用', en: 'Used by {n} agents' }, { n: template.usedCount })}
          >
            <TemplateItems template={template} />
          </Disclosure>
        ))
      ) : (
        <Skeleton active title={false} />
      )}
    </SidePanel>
  );
}

function TemplateItems({ template: { id, items } }: { template: Template }) {
  const t = useText();
  const remove = async () => {
    try {
      await call(agentConfiguration, 'template/delete', { ids: id });
      await invalidate(agentConfiguration);
      showSuccess({ zh: '已删除，代理的约定不变', en: 'Deleted. Terms of agents are unchanged' });
    } catch (problem) {
      showError(problem);
    }
  };
  return (
    <>
      <table className="kit-lines">
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              <td>
                <CountryValue code={item.countryCode} />
              </td>
              <td>
                <About item={item} />
              </td>
              <td>
                <What item={item} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Popconfirm
        title={t({ zh: '删除此模板？', en: 'Delete this template?' })}
        okText={t({ zh: '删除', en: 'Delete' })}
        cancelText={t({ zh: '取消', en: 'Cancel' })}
        okButtonProps={{ danger: true }}
        onConfirm={remove}
      >
        <Button danger type="link">
          {t({ zh: '删除模板', en: 'Delete template' })}
        </Button>
      </Popconfirm>
    </>
  );
}

const keyOf = ({
  kind,
  businessType: business,
  serviceType: service,
  filterType: filter,
  activePeriod: period,
  countryCode,
}: Item) => [kind, business, service, filter, period, countryCode].join('|');

function About({ item }: { item: Item }) {
  return (
    <>
      <DictValue dictionary={businessType} value={item.businessType} />
      {' · '}
      <DictValue dictionary={serviceType} value={item.serviceType} />
      {item.filterType != null && (
        <>
          {' · '}
          <DictValue dictionary={filterType} value={item.filterType} />
        </>
      )}
      {item.activePeriod != null && (
        <>
          {' · '}
          <DictValue dictionary={activePeriod} value={item.activePeriod} />
        </>
      )}
      {' · '}
      <DictValue dictionary={agentPriceKind} value={item.kind} />
    </>
  );
}

const NAMES = ['price', 'discount', 'minQty', 'dailyLimit', 'monthlyLimit', 'rebateRate1', 'rebateRate2'] as const;

function What({ item }: { item: Item }) {
  const t = useText();
  const parts = NAMES.flatMap((name) => {
    const value = item[name];
    return value == null ? [] : [`${t(configurationTerms[name].options.label)} ${value}`];
  });
  if (item.enabled === 0) parts.push(t({ zh: '未开通', en: 'Not enabled' }));
  return parts.join(' · ');
}
