import { sessionStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useSession } from '../../../kit/client/session.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import styles from './inbox.module.css';
import type { Actions } from './use-actions.ts';

interface ThreadBarProps {
  readonly id: string;
  readonly number: string;
  readonly sessionNo: string;
  readonly status: number | undefined;
  readonly assignedUser: string | null;
  readonly assignedName: string | null;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly isOnDuty: boolean;
    readonly load: number;
    readonly capacity: number;
  }[];
  readonly act: Actions;
  readonly onBack: (() => void) | undefined;
  readonly onContext: (() => void) | undefined;
}

/** The head of a session: whose it is, and what can be done with it. */
export function ThreadBar(props: ThreadBarProps) {
  const { id, number, sessionNo, status, assignedUser, assignedName, people, act, onBack, onContext } = props;
  const t = useText();
  const locale = useLocale();
  const canAnswer = useCan('sms/session:answer');
  const own = useSession(({ user }) => user?.userId);
  const state = status === undefined ? undefined : entryOf(sessionStatus, status);
  const isOpen = status === sessionStatus.is.waiting || status === sessionStatus.is.open;
  const options = people.map(({ id: value, name, isOnDuty, load, capacity }) => ({
    value,
    label: `${name} · ${isOnDuty ? `${load}/${capacity}` : t({ zh: '不在岗', en: 'off duty' })}`,
  }));
  return (
    <header className={styles.bar}>
      {onBack && (
        <Button type="text" onClick={onBack} aria-label={t({ zh: '返回列表', en: 'Back to the list' })}>
          ←
        </Button>
      )}
      <h2 className={styles.who}>
        {number}
        <small>{sessionNo}</small>
      </h2>
      <span className="kit-status" data-tone={state?.tone}>
        {state?.[locale]}
      </span>
      <span className={styles.actions}>
        {canAnswer && isOpen && (
          <>
            {assignedUser === own ? (
              <Button size="small" disabled={act.isBusy} onClick={() => void act.release(id)}>
                {t({ zh: '释放', en: 'Release' })}
              </Button>
            ) : (
              <Button size="small" title="A" disabled={act.isBusy} onClick={() => void act.take(id)}>
                {t({ zh: '领取', en: 'Take' })}
              </Button>
            )}
            <Select
              size="small"
              className={styles.give ?? ''}
              aria-label={t({ zh: '负责人', en: 'Assignee' })}
              placeholder={t({ zh: '转交给…', en: 'Assign to…' })}
              value={assignedName}
              disabled={act.isBusy}
              options={options}
              popupMatchSelectWidth={false}
              onChange={(userId) => userId && void act.give(id, userId)}
            />
            <Button size="small" title="S" disabled={act.isBusy} onClick={() => void act.snooze(id)}>
              {t({ zh: '1 小时后提醒', en: 'Snooze 1 h' })}
            </Button>
            <Button size="small" title="E" disabled={act.isBusy} onClick={() => void act.close(id)}>
              {t({ zh: '关闭', en: 'Close' })}
            </Button>
          </>
        )}
        {canAnswer && status === sessionStatus.is.closed && (
          <Button size="small" disabled={act.isBusy} onClick={() => void act.reopen(id)}>
            {t({ zh: '重新打开', en: 'Reopen' })}
          </Button>
        )}
        {onContext && (
          <Button size="small" onClick={onContext}>
            {t({ zh: '客户资料', en: 'Contact' })}
          </Button>
        )}
      </span>
    </header>
  );
}
