import { whatsappTemplate } from '@trade-assistant/contract/areas/whatsapp/template.ts';
import type { TemplateValues } from '@trade-assistant/contract/template.ts';
import Skeleton from 'antd/es/skeleton';
import type { Order } from '../../../features/orders/types.ts';
import { useCall } from '../../../kit/client/query.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { TemplatePreview } from '../../../kit/messages/template-preview.tsx';

/** The template of an order, with values of a recipient or its samples. */
export default function OrderContent({
  order: { templateId },
  values,
}: {
  readonly order: Order;
  readonly values?: TemplateValues | undefined;
}) {
  const { data, error, refetch } = useCall(
    whatsappTemplate,
    'detail',
    { id: templateId ?? '' },
    { enabled: templateId !== null },
  );
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return templateId === null ? null : <Skeleton active />;
  return <TemplatePreview components={data.components} language={data.language} values={values} />;
}
