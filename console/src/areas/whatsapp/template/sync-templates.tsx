import { whatsappOrder } from '@trade-assistant/contract/areas/whatsapp/order.ts';
import { whatsappTemplate } from '@trade-assistant/contract/areas/whatsapp/template.ts';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { FormDialog } from '../../../kit/parts/form-dialog.tsx';

/** Reads the templates of one sender, or of all, from WhatsApp. */
export default function SyncTemplates({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const { data } = useCall(whatsappOrder, 'senders', {});
  return (
    <FormDialog<{ senderId?: string }>
      title={t({ zh: '同步模板', en: 'Synchronise templates' })}
      submitText={t({ zh: '同步', en: 'Synchronise' })}
      invalidates={[whatsappTemplate]}
      onClose={onClose}
      content={
        <Form.Item name="senderId" label={t({ zh: '发送方', en: 'Sender' })}>
          <Select
            allowClear
            placeholder={t({ zh: '全部', en: 'All' })}
            options={(data?.senders ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      }
      onSubmit={async (values, idempotencyKey) => {
        const { templates, changed } = await call(whatsappTemplate, 'sync', values, { idempotencyKey });
        showSuccess(
          t(
            { zh: '已同步 {n} 个模板，{changed} 个有变化', en: '{n} {n|template|templates} read, {changed} changed' },
            { n: countText(templates), changed: countText(changed) },
          ),
        );
      }}
    />
  );
}
