import { user } from '@trade-assistant/contract/areas/system/user.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { type FoundSets, useWholeSets } from '../../../kit/form/whole-set.ts';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { RenewSets } from '../../../kit/parts/renew-sets.tsx';
import { RoleSelect } from './role-select.tsx';

type Found = CallData<typeof user, 'granted', 'in'>;
const NAMES = ['roleIds'] as const;

interface Props {
  readonly users: readonly { readonly id: string; readonly realName?: string }[];
  readonly onClose: () => void;
}

/** Replaces the roles of one person or of several. Saving is refused when somebody else has changed them meanwhile. */
export default function RolesPanel({ users, onClose }: Props) {
  const t = useText();
  const [form] = Form.useForm<{ roleIds: string[] }>();
  const userIds = users.map(({ id }) => id).join(',');
  const asked = useCall(user, 'granted', { userIds }, { staleMillis: 0 });
  const { error, refetch } = asked;
  // What is remembered from the last time may be long changed, and saving the form would bring it back.
  const data = asked.isFetchedAfterMount && asked.isSuccess ? asked.data : undefined;
  // Several people begin with no roles: the roles of one of them are not those all should have.
  const foundIn = ({ roleIds, digest }: Found): FoundSets<'roleIds'> => ({
    digest,
    sets: { roleIds: users.length === 1 ? roleIds : [] },
  });
  const whole = useWholeSets(NAMES, data ? foundIn(data) : undefined);
  return (
    <FormPanel<{ roleIds: string[] }>
      key={whole.round}
      form={form}
      title={`${t({ zh: '分配角色', en: 'Assign roles' })} · ${users[0]?.realName ?? ''}${
        users.length > 1 ? t({ zh: '等 {n} 人', en: ' and others, {n} in total' }, { n: users.length }) : ''
      }`}
      width={480}
      submitText={t({ zh: '保存', en: 'Save' })}
      isDisabled={data === undefined}
      onChange={whole.keep}
      invalidates={[user]}
      onSubmit={async ({ roleIds }, idempotencyKey) => {
        const given = { userIds, roleIds: roleIds.join(','), digest: whole.began?.digest };
        await whole.sending(() => call(user, 'grant', given, { idempotencyKey }));
        showSuccess({ zh: '角色已更新', en: 'Roles changed' });
      }}
      onClose={onClose}
      content={
        data ? (
          <>
            {whole.isStale && (
              <RenewSets
                onRenew={async () => {
                  const { data: now } = await refetch({ throwOnError: true });
                  if (now) form.setFieldsValue(whole.renew(foundIn(now), form.getFieldsValue()));
                }}
              />
            )}
            <Form.Item
              name="roleIds"
              label={t({ zh: '角色', en: 'Roles' })}
              initialValue={whole.initial('roleIds')}
              rules={[{ required: true, message: t({ zh: '请选择角色', en: 'Choose a role' }) }]}
            >
              <RoleSelect />
            </Form.Item>
          </>
        ) : error ? (
          <ListProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 3 }} title={false} />
        )
      }
    />
  );
}
