import { whatsappTemplate } from '@trade-assistant/contract/areas/whatsapp/template.ts';
import { templateParameters } from '@trade-assistant/contract/template.ts';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { needed } from '../../list-tasks/still-needed.tsx';
import { TaskPanel } from '../../list-tasks/task-panel.tsx';
import { useListInput } from '../../list-tasks/use-list-input.ts';
import type { MessageChannel, Order } from '../types.ts';
import { Recipients } from './recipients.tsx';
import { ValueMapping } from './value-mapping.tsx';
import { isEachGiven, sourcesOf, sourcesToSend, type ValueSources } from './value-sources.ts';

interface AddNumbersProps {
  readonly channel: MessageChannel;
  readonly order: Order;
  readonly onClose: () => void;
}

/** Adds recipients to an order that is under way; their money is held in addition. */
export default function AddNumbers({ channel: { orders: resource, checks }, order, onClose }: AddNumbersProps) {
  const t = useText();
  const list = useListInput(resource);
  const [chosen, choose] = useState<ValueSources>({});
  const { templateId } = order;
  const template = useCall(whatsappTemplate, 'detail', { id: templateId ?? '' }, { enabled: templateId !== null });
  const parameters = template.data ? templateParameters(template.data.components) : [];
  const sources = sourcesOf(parameters, list, chosen);
  const isKnown = templateId === null || template.data !== undefined;
  const isFilled = list.input !== null && isKnown && isEachGiven(sources);
  const send = async (idempotencyKey: string) => {
    const values = parameters.length > 0 ? { values: sourcesToSend(sources) } : {};
    const input = { id: order.id, ...list.input, ...values };
    const done = await call(resource, 'add-number', input, { idempotencyKey });
    const { added, invalid, duplicate, suppressed } = done;
    return t(
      {
        zh: '已追加 {added} 个；无效 {invalid}，重复 {duplicate}，屏蔽 {suppressed}',
        en: '{added} added; {invalid} invalid, {duplicate} duplicates, {suppressed} suppressed',
      },
      {
        added: countText(added),
        invalid: countText(invalid),
        duplicate: countText(duplicate),
        suppressed: countText(suppressed),
      },
    );
  };
  return (
    <TaskPanel
      title={t({ zh: '追加号码 · {name}', en: 'Add numbers · {name}' }, { name: order.orderName })}
      width={560}
      resource={resource}
      submitText={t({ zh: '追加', en: 'Add' })}
      isReady={isFilled}
      isFilled={isFilled}
      missing={[list.input === null && needed.list, !isEachGiven(sources) && needed.values]}
      send={send}
      onClose={onClose}
    >
      <Recipients list={list} checks={checks} ownerId={order.ownerId} />
      <ValueMapping
        parameters={parameters}
        columns={list.columns}
        sources={sources}
        onChange={(key, source) => choose({ ...chosen, [key]: source })}
      />
      <p className="kit-weak">
        {t({
          zh: '按当前价格追加冻结金额；已有的号码不重复发送。',
          en: 'Money is held in addition at the current price; numbers that are in it already are left out.',
        })}
      </p>
    </TaskPanel>
  );
}
