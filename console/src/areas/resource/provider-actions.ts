import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Row, RowAction } from '../../kit/list/types.ts';

const { on } = providerStatus.is;

/** Actions that enable a provider (at most one is enabled) and disable it. `consequence` describes the effect. */
export function providerActions(
  nameField: string,
  consequence: { readonly enable: Text; readonly disable: Text },
): RowAction<Row, 'enable' | 'disable'>[] {
  const question = (verb: Text, end: Text) => (rows: readonly Row[]) => ({
    zh: `${verb.zh}“${rows[0]?.[nameField]}”？${end.zh}`,
    en: `${verb.en} “${rows[0]?.[nameField]}”? ${end.en}`,
  });
  const [enable, disable] = [
    { zh: '启用', en: 'Enable' },
    { zh: '停用', en: 'Disable' },
  ];
  return [
    {
      key: 'enable',
      label: enable,
      permission: 'enable',
      isOffered: ({ status }) => status !== on,
      confirm: question(enable, consequence.enable),
      call: 'enable',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '已启用', en: 'Enabled' },
    },
    {
      key: 'disable',
      label: disable,
      permission: 'enable',
      isOffered: ({ status }) => status === on,
      confirm: question(disable, consequence.disable),
      call: 'disable',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '已停用', en: 'Disabled' },
    },
  ];
}
