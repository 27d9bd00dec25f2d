import { ORDER_LIST_BYTES } from '@trade-assistant/contract/tasks/order-calls.ts';
import type { ComponentProps } from 'react';
import { useText } from '../../../kit/i18n.ts';
import { ListInput } from '../../list-tasks/list-input.tsx';

/** Takes the list of recipients, each with the values of its message. */
export function Recipients(props: Omit<ComponentProps<typeof ListInput>, 'label' | 'hint' | 'maxBytes'>) {
  const t = useText();
  return (
    <ListInput
      {...props}
      label={t({ zh: '收件人', en: 'Recipients' })}
      hint={t({
        zh: '每行一个号码，参数用逗号隔开：\n+1 212 555 0123, Ada, A-2201',
        en: 'One number per line, values behind commas:\n+1 212 555 0123, Ada, A-2201',
      })}
      maxBytes={ORDER_LIST_BYTES}
    />
  );
}
