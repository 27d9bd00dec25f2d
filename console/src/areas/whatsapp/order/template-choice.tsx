import { whatsappTemplate } from '@trade-assistant/contract/areas/whatsapp/template.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { channelQuality, messageCategory, templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { templateParameters, unsupportedPart } from '@trade-assistant/contract/template.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Skeleton from 'antd/es/skeleton';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { ContentProps } from '../../../features/orders/types.ts';
import { useCall } from '../../../kit/client/query.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { TemplatePreview } from '../../../kit/messages/template-preview.tsx';
import styles from './template-choice.module.css';

type Template = CallData<typeof whatsappTemplate, 'choices', 'in'>['templates'][number];

/** More templates than this are searched by name. */
const SEARCHED_FROM = 8;

/** One of the templates of a sender, with category, quality and last change; only approved ones can be chosen. */
export default function TemplateChoice({ senderId, onChange }: ContentProps) {
  const t = useText();
  const [chosen, setChosen] = useState<Template | null>(null);
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useCall(whatsappTemplate, 'choices', { senderId });
  const report = useEffectEvent((template: Template | null) =>
    onChange(
      template && {
        input: { templateId: template.id },
        parameters: templateParameters(template.components),
        preview: (values) => (
          <TemplatePreview components={template.components} language={template.language} values={values} />
        ),
      },
    ),
  );
  useEffect(() => report(chosen), [chosen]);
  const templates = data?.templates ?? [];
  const shown = templates.filter(({ templateCode }) => templateCode.includes(typed.trim().toLowerCase()));
  return (
    <Form.Item label={t({ zh: '模板', en: 'Template' })} required>
      {error && <ListProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} />}
      {data && templates.length === 0 && (
        <p className="kit-weak">
          {t({ zh: '该发送方没有已通过的模板。', en: 'This sender has no approved template.' })}{' '}
          <Link to="/whatsapp/template/index">{t({ zh: '查看模板', en: 'View templates' })}</Link>
        </p>
      )}
      {chosen ? (
        <div className={styles.chosen}>
          <TemplateFacts template={chosen} />
          <Button size="small" onClick={() => setChosen(null)}>
            {t({ zh: '更换', en: 'Change' })}
          </Button>
        </div>
      ) : (
        templates.length > 0 && (
          <>
            {templates.length >= SEARCHED_FROM && (
              <Input
                value={typed}
                placeholder={t({ zh: '按名称查找', en: 'Find by name' })}
                aria-label={t({ zh: '查找模板', en: 'Find a template' })}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
            <ul className={styles.templates} aria-label={t({ zh: '模板', en: 'Templates' })}>
              {shown.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className={styles.template}
                    disabled={
                      template.status !== templateStatus.is.approved || unsupportedPart(template.components) !== null
                    }
                    onClick={() => setChosen(template)}
                  >
                    <TemplateFacts template={template} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )
      )}
    </Form.Item>
  );
}

function TemplateFacts({
  template: { templateCode, language, category, quality, status, statusTime, components },
}: {
  readonly template: Template;
}) {
  const t = useText();
  const part = unsupportedPart(components);
  return (
    <span className={styles.facts}>
      <strong>{templateCode}</strong>
      <span className="kit-tag">{language}</span>
      <span className="kit-tag">
        <DictValue dictionary={messageCategory} value={category} />
      </span>
      {status === templateStatus.is.approved ? (
        <DictValue dictionary={channelQuality} value={quality} />
      ) : (
        <DictValue dictionary={templateStatus} value={status} />
      )}
      {part !== null && (
        <span className="kit-weak">
          {t({ zh: '含无法填写的部分：{part}', en: 'Has a part that cannot be filled in: {part}' }, { part })}
        </span>
      )}
      {statusTime && (
        <span className="kit-weak">
          <TimeValue wire={statusTime} />
        </span>
      )}
    </span>
  );
}
