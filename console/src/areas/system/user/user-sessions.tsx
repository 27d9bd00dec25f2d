import { online, onlineState, signInMethod } from '@trade-assistant/contract/areas/system/online.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import Tag from 'antd/es/tag';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { confirm, showSuccess } from '../../../kit/feedback.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { relativeTime } from '../../../kit/fields/time.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Item, ItemList } from '../../../kit/parts/item-list.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { Device } from '../online/device.tsx';

type Session = WireRowOf<typeof online>;

/** More than the usual limit of sessions per user; the list of all sessions has the rest. */
const SHOWN = 20;
const LOST = { zh: '未保存的内容会丢失', en: 'Unsaved changes there will be lost' };

/** The sessions of a user, and buttons that end them. */
export default function UserSessions({ userId, name }: { userId: string; name: string }) {
  const t = useText();
  const canEnd = useCan('system/online:end');
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });
  const asked = { userId, size: SHOWN };
  const { data, error, refetch } = useCall(online, 'list', asked, { staleMillis: 0 });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  const { records, total } = data;
  if (total === 0) return <p className="kit-weak">{t({ zh: '当前没有登录', en: 'Not signed in right now' })}</p>;
  const others = total - records.filter(({ isOwn }) => isOwn === 1).length;

  const end = async (question: string, work: (idempotencyKey: string) => Promise<unknown>) => {
    if (
      !(await confirm({
        title: question,
        content: t(LOST),
        okText: t({ zh: '下线', en: 'Sign out' }),
        isDangerous: true,
      }))
    )
      return;
    await attempt(async (idempotencyKey) => {
      await work(idempotencyKey);
      showSuccess({ zh: '已下线', en: 'Signed out' });
      await invalidate(online);
    });
  };
  const endOne = ({ id }: Session) =>
    end(t({ zh: '让 {name} 在此设备上退出？', en: 'Sign {name} out of this device?' }, { name }), (idempotencyKey) =>
      call(online, 'end', { ids: id }, { idempotencyKey }),
    );
  const endAll = () =>
    end(t({ zh: '让 {name} 在所有设备上退出？', en: 'Sign {name} out of all devices?' }, { name }), (idempotencyKey) =>
      call(online, 'end-user', { userId }, { idempotencyKey }),
    );
  return (
    <>
      <p className="kit-toolbar-main">
        <Link to={`/system/online/index?userId=${userId}`}>{t({ zh: '在列表中打开', en: 'Open as a list' })}</Link>
        {canEnd && others > 1 && (
          <Button danger size="small" loading={isBusy} onClick={() => void endAll()}>
            {t({ zh: '全部下线', en: 'Sign out everywhere' })}
          </Button>
        )}
      </p>
      <Problem text={problem} />
      <ItemList>
        {records.map((row) => (
          <SessionItem
            key={row.id}
            row={row}
            action={
              canEnd &&
              row.isOwn === 0 && (
                <Button danger size="small" disabled={isBusy} onClick={() => void endOne(row)}>
                  {t({ zh: '下线', en: 'Sign out' })}
                </Button>
              )
            }
          />
        ))}
      </ItemList>
      {total > records.length && (
        <p className="kit-weak">
          {t(
            { zh: '共 {total} 个会话，这里是最近的 {shown} 个', en: 'Latest {shown} of {total}' },
            { total, shown: records.length },
          )}
        </p>
      )}
    </>
  );
}

function SessionItem({ row, action }: { row: Session; action: ReactNode }) {
  const t = useText();
  const locale = useLocale();
  const method = Object.values(useDictionary(signInMethod).entries).find(({ value }) => value === row.method);
  return (
    <Item
      action={action}
      name={
        <>
          <Device userAgent={row.userAgent} />
          <DictValue dictionary={onlineState} value={row.state} />
          {row.isOwn === 1 && <Tag>{t({ zh: '当前会话', en: 'This session' })}</Tag>}
          {row.worksAs && <Tag>{t({ zh: '以「{duty}」工作', en: 'Works as {duty}' }, { duty: row.worksAs })}</Tag>}
        </>
      }
      facts={
        <>
          <span>{row.address}</span>
          {method && <span>{method[locale]}</span>}
          <span title={row.createTime}>
            {t({ zh: '{time}登录', en: 'Signed in {time}' }, { time: relativeTime(row.createTime, locale) })}
          </span>
          <span title={row.lastSeenTime}>
            {t({ zh: '{time}使用过', en: 'Last seen {time}' }, { time: relativeTime(row.lastSeenTime, locale) })}
          </span>
        </>
      }
    />
  );
}
