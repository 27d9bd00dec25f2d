import { whatsappTemplate } from '@trade-assistant/contract/areas/whatsapp/template.ts';
import { templateParameters } from '@trade-assistant/contract/template.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { useSubmitKey } from '../../../kit/keys.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import type { MessageChannel, Order } from '../types.ts';
import { RecipientsInput } from './recipients-input.tsx';
import { useRecipients } from './use-recipients.ts';
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
  const list = useRecipients(resource);
  const [chosen, choose] = useState<ValueSources>({});
  const { templateId } = order;
  const template = useCall(whatsappTemplate, 'detail', { id: templateId ?? '' }, { enabled: templateId !== null });
  const parameters = template.data ? templateParameters(template.data.components) : [];
  const sources = sourcesOf(parameters, list, chosen);
  const isKnown = templateId === null || template.data !== undefined;
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });
  const isFilled = list.input !== null && isKnown && isEachGiven(sources);
  const send = () =>
    attempt(async (idempotencyKey) => {
      const done = await call(
        resource,
        'add-number',
        {
          id: order.id,
          ...list.input,
          ...(parameters.length > 0 ? { values: sourcesToSend(sources) } : {}),
        },
        { idempotencyKey },
      );
      showSuccess(
        t(
          {
            zh: '已追加 {added} 个；无效 {invalid}，重复 {duplicate}，屏蔽 {suppressed}',
            en: '{added} added; {invalid} invalid, {duplicate} duplicates, {suppressed} suppressed',
          },
          {
            added: countText(done.added),
            invalid: countText(done.invalid),
            duplicate: countText(done.duplicate),
            suppressed: countText(done.suppressed),
          },
        ),
      );
      void invalidate(resource);
      onClose();
    });
  useSubmitKey(isFilled && !isBusy ? () => void send() : undefined);
  return (
    <SidePanel
      title={t({ zh: '追加号码 · {name}', en: 'Add numbers · {name}' }, { name: order.orderName })}
      width={560}
      onClose={onClose}
      isClosable={!isBusy && !isFilled}
      footer={
        <>
          <CancelButton disabled={isBusy} />
          <Button
            type="primary"
            loading={isBusy}
            disabled={!isFilled}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void send()}
          >
            {t({ zh: '追加', en: 'Add' })} <kbd aria-hidden>Ctrl ↵</kbd>
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <Form layout="vertical" component="div" colon={false} disabled={isBusy}>
        <RecipientsInput list={list} checks={checks} isBusy={isBusy} />
        <ValueMapping
          parameters={parameters}
          columns={list.columns}
          sources={sources}
          onChange={(key, source) => choose({ ...chosen, [key]: source })}
        />
      </Form>
      <p className="kit-weak">
        {t({
          zh: '按当前价格追加冻结金额；已有的号码不重复发送。',
          en: 'Money is held in addition at the current price; numbers that are in it already are left out.',
        })}
      </p>
    </SidePanel>
  );
}
