import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import { type AccessStepKind, access } from '@trade-assistant/contract/areas/system/access.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { Status } from '../../../kit/fields/status.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import './access.css';

const KINDS: Readonly<Record<AccessStepKind, Text>> = {
  account: { zh: '账号与租户', en: 'Account and tenant' },
  password: { zh: '密码', en: 'Password' },
  factor: { zh: '两步验证', en: 'Two-step verification' },
  call: { zh: '接口', en: 'API call' },
  tenant: { zh: '租户', en: 'Tenant' },
  permission: { zh: '角色与按钮', en: 'Role and button' },
  route: { zh: '接口权限', en: 'API scope' },
  rows: { zh: '数据权限', en: 'Data scope' },
  record: { zh: '该条数据', en: 'The record' },
  fields: { zh: '字段', en: 'Fields' },
};
const ID = /^\d{1,19}$/;

/** Explains why a user may make a call or see a record, or not: the chain of rules, up to the one that refuses. */
export default function AccessPanel({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { data, error, refetch } = useCall(access, 'calls', {}, { staleMillis: 600_000 });
  const [path, setPath] = useState<string | null>(null);
  const [typed, type] = useState('');
  const [record, setRecord] = useState('');
  const chosen = data?.find(({ calls }) => calls.some((one) => one.path === path));
  const recordId = chosen?.hasRecords === 1 ? record.trim() : '';
  const isWrong = recordId !== '' && !ID.test(recordId);
  const words = (one: { title: string; titleEn: string }) => (locale === 'en' ? one.titleEn : one.title);
  const title = t({ zh: '权限说明：{name}', en: 'Permissions of {name}' }, { name });
  return (
    <SidePanel title={title} width={640} onClose={onClose}>
      {error ? <ListProblem error={error} onRetry={() => void refetch()} /> : null}
      <Form layout="vertical">
        <Form.Item label={t({ zh: '操作', en: 'Operation' })} htmlFor="access-call">
          <Select
            id="access-call"
            showSearch={{ optionFilterProp: 'search' }}
            loading={!data && !error}
            placeholder={t({ zh: '按名称或接口地址查找', en: 'By name or endpoint' })}
            value={path}
            onChange={(value) => setPath(value)}
            options={(data ?? []).map((resource) => ({
              label: words(resource),
              options: resource.calls.map((one) => ({
                value: one.path,
                label: `${words(resource)} · ${words(one)}`,
                search: `${resource.title} ${one.title} ${resource.titleEn} ${one.titleEn} ${one.path}`,
              })),
            }))}
          />
        </Form.Item>
        {chosen?.hasRecords === 1 && (
          <Form.Item
            label={t({ zh: '数据编号（可选）', en: 'Record ID (optional)' })}
            htmlFor="access-record"
            help={
              isWrong
                ? t({ zh: '应为数字编号', en: 'should be a numeric ID' })
                : t({
                    zh: '填写并回车，同时说明能否看到该条数据',
                    en: 'Enter an ID to check access to that record as well',
                  })
            }
            {...(isWrong ? { validateStatus: 'error' as const } : {})}
          >
            <Input
              id="access-record"
              value={typed}
              inputMode="numeric"
              onChange={({ target }) => type(target.value)}
              onPressEnter={() => setRecord(typed)}
              onBlur={() => setRecord(typed)}
            />
          </Form.Item>
        )}
      </Form>
      {path === null ? (
        <p className="kit-weak">
          {t({
            zh: '选择一个操作，查看此人能否执行及原因',
            en: 'Choose an operation to see whether it is allowed, and why',
          })}
        </p>
      ) : (
        !isWrong && <Explanation key={path} userId={userId} path={path} recordId={recordId} />
      )}
    </SidePanel>
  );
}

function Explanation({ userId, path, recordId }: { userId: string; path: string; recordId: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(
    access,
    'explain',
    { userId, path, ...(recordId ? { recordId } : {}) },
    { staleMillis: 0 },
  );
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  return (
    <section className="kit-group access-verdict" aria-live="polite">
      <h2 className="kit-heading">
        {data.isAllowed === 1 ? (
          <Status tone="good" words={{ zh: '可以', en: 'Yes' }} />
        ) : (
          <Status tone="bad" words={{ zh: '不可以', en: 'No' }} />
        )}{' '}
        <code className="kit-weak">{path}</code>
      </h2>
      <ol className="access-steps">
        {data.steps.map(({ kind, isPassed, text }) => (
          <li key={kind} data-refused={isPassed === 0 || undefined}>
            {isPassed === 1 ? (
              <CheckCircleFilled aria-label={t({ zh: '通过', en: 'Passed' })} />
            ) : (
              <CloseCircleFilled aria-label={t({ zh: '拒绝', en: 'Refused' })} />
            )}
            <div>
              <strong>{t(KINDS[kind])}</strong>
              <div>{text}</div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
