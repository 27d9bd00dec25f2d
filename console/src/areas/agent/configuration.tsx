import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { ref, text } from '@trade-assistant/contract/kit/field.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { CountryValue } from '../../kit/fields/country.tsx';
import { first, type NamedFields } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { itemOf } from './configuration/edits.ts';
import styles from './configuration/matrix.module.css';
import { TemplateSelect } from './configuration/template-select.tsx';

const ApplyTemplate = lazyWithRetry(() => import('./configuration/apply-template.tsx'));
const Templates = lazyWithRetry(() => import('./configuration/templates.tsx'));
const TermsPanel = lazyWithRetry(() => import('./configuration/terms-panel.tsx'));

const templateFields: NamedFields = {
  templateName: text({ label: { zh: '模板名称', en: 'Name' }, max: 64, required: true }),
  id: {
    ...ref(null, {
      label: { zh: '更新已有模板', en: 'Replace' },
      help: { zh: '留空则新建', en: 'Empty: create a new template' },
    }),
    input: TemplateSelect,
  },
};

/** Prices, limits and rebates of single agents: their agreed terms, the matrix of one agent, and templates for many. */
export default resourcePage(agentConfiguration, {
  search: (fields) => first(fields, 'agentId', 'countryCode', 'serviceType'),
  leading: ['agentName', 'countryCode', 'serviceType', 'kind', 'price', 'discount', 'enabled'],
  columns: {
    agentName: {
      render: ({ agentName, countryCode }) => (
        <>
          {agentName}
          <span className={styles.onCard}>
            {' · '}
            <CountryValue code={countryCode} />
          </span>
        </>
      ),
    },
  },
  toolbarActions: [
    {
      key: 'matrix',
      label: { zh: '配置矩阵', en: 'Matrix' },
      parameter: 'agent',
      panel: ({ value, onClose }) => <TermsPanel {...(value ? { agentId: value } : {})} onClose={onClose} />,
    },
    {
      key: 'apply-template',
      label: { zh: '套用模板', en: 'Apply template' },
      permission: 'template',
      panel: ({ onClose }) => <ApplyTemplate onClose={onClose} />,
    },
    {
      key: 'templates',
      label: { zh: '模板', en: 'Templates' },
      permission: 'template',
      panel: ({ onClose }) => <Templates onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'matrix',
      label: { zh: '配置矩阵', en: 'Matrix' },
      panel: ({ rows: [row], onClose }) => row && <TermsPanel agentId={row.agentId} onClose={onClose} />,
    },
    {
      key: 'save-template',
      on: 'selection',
      label: { zh: '存为模板', en: 'Save as template' },
      permission: 'template',
      fields: templateFields,
      call: 'template/submit',
      input: (rows, values) => ({ ...values, items: rows.map(itemOf) }),
      done: { zh: '已存为模板', en: 'Template saved' },
    },
  ],
  unmentioned: ['agentId', 'templateId'],
});
