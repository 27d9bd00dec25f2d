import { PASSWORD_RESET_MAX, user } from '@trade-assistant/contract/areas/system/user.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showSuccess, showWarning } from '../../../kit/feedback.tsx';
import { Copyable, copyText } from '../../../kit/fields/copy.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';

interface ResetPanelProps {
  readonly users: readonly { readonly id: string; readonly account?: string; readonly realName?: string }[];
  /** The users were just added and have no password yet. */
  readonly isFirst?: boolean;
  readonly onClose: () => void;
}

type ResetResult = CallData<typeof user, 'reset-password', 'in'>;

/** Gives users one-time passwords, which are shown here and nowhere else. */
export default function ResetPanel({ users, isFirst = false, onClose }: ResetPanelProps) {
  const t = useText();
  const [told, setTold] = useState<ResetResult | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const isTooMany = users.length > PASSWORD_RESET_MAX;
  const reset = () =>
    attempt(async () => {
      setTold(await call(user, 'reset-password', { userIds: users.map(({ id }) => id).join(',') }));
      void invalidate(user);
    });
  const copyAll = async () => {
    const lines = (told ?? []).map(({ account, password }) => `${account}\t${password}`).join('\n');
    if (await copyText(lines)) showSuccess({ zh: '已复制', en: 'Copied' });
    else showWarning({ zh: '无法复制，请手动选择', en: 'Could not copy; please select and copy it yourself' });
  };
  const named = users.flatMap(({ realName, account }) => (account ? [`${realName} (${account})`] : []));
  return (
    <SidePanel
      title={isFirst ? t({ zh: '首次登录密码', en: 'First password' }) : t({ zh: '重置密码', en: 'Reset password' })}
      width={560}
      isClosable={told === null}
      onClose={onClose}
      footer={
        told ? (
          <>
            <Button onClick={() => void copyAll()}>{t({ zh: '全部复制', en: 'Copy all' })}</Button>
            <Button type="primary" onClick={onClose}>
              {t({ zh: '已妥善保存', en: 'I have saved them' })}
            </Button>
          </>
        ) : (
          <>
            <CancelButton disabled={isBusy} />
            <Button type="primary" danger={!isFirst} disabled={isTooMany} loading={isBusy} onClick={() => void reset()}>
              {isFirst ? t({ zh: '生成密码', en: 'Generate password' }) : t({ zh: '重置密码', en: 'Reset password' })}
            </Button>
          </>
        )
      }
    >
      <Problem text={problem} />
      {told ? (
        <>
          <Alert
            type="warning"
            showIcon
            className="kit-alert"
            title={t({
              zh: '密码只显示这一次，关闭后无法再次查看；首次登录时须修改。',
              en: 'Shown only once. Must be changed at first sign-in.',
            })}
          />
          <table className="kit-lines">
            <thead>
              <tr>
                <th>{t({ zh: '账号', en: 'Account' })}</th>
                <th>{t({ zh: '姓名', en: 'Name' })}</th>
                <th>{t({ zh: '一次性密码', en: 'One-time password' })}</th>
              </tr>
            </thead>
            <tbody>
              {told.map(({ id, account, realName, password }) => (
                <tr key={id}>
                  <td>{account}</td>
                  <td>{realName}</td>
                  <td>
                    <Copyable text={password}>
                      <code>{password}</code>
                    </Copyable>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <>
          {isTooMany && (
            <Alert
              type="warning"
              showIcon
              className="kit-alert"
              title={t({ zh: '一次最多 {n} 人', en: 'At most {n} at once' }, { n: PASSWORD_RESET_MAX })}
            />
          )}
          <p>
            {isFirst
              ? t({
                  zh: '账号已新增，还没有密码。现在生成一个一次性密码交给本人，也可以稍后在列表中重置。',
                  en: 'The account has no password yet. Generate one to hand over now, or reset it later in the list.',
                })
              : t({
                  zh: '将为每个账号设置一次性密码，所有登录会立即退出，下次登录须修改密码。',
                  en: 'Each account gets a one-time password. All sessions end immediately, and the next sign-in requires a new password.',
                })}
          </p>
          {named.length > 0 && <p className="kit-weak">{named.join('、')}</p>}
        </>
      )}
    </SidePanel>
  );
}
