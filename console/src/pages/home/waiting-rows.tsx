import { type Ref, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../kit/client/call-error.ts';
import { reload, useCall } from '../../kit/client/query.ts';
import { relativeTime } from '../../kit/fields/time.ts';
import { FieldValue } from '../../kit/fields/value.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { useAccess } from '../../kit/list/actions/use-access.ts';
import { useActions } from '../../kit/list/actions/use-actions.tsx';
import { useRowActions } from '../../kit/list/actions/use-row-actions.ts';
import { currencyOf } from '../../kit/list/table/columns.tsx';
import type { Action, DeclaredList, Row } from '../../kit/list/types.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import styles from './home.module.css';
import { LINES_MOST, type ShownWork } from './waiting-blocks.ts';

interface WaitingRowsProps extends ShownWork {
  readonly list: DeclaredList;
}

/** The oldest rows of waiting work, each with the action of its list that settles it. */
export default function WaitingRows({ work, rows: most, list: { resource, options } }: WaitingRowsProps) {
  const t = useText();
  const { filters, brief } = work;
  const input = {
    ...filters,
    ...(brief?.since ? { ascs: brief.since } : {}),
    current: 1,
    size: LINES_MOST,
  };
  const { data, error, refetch } = useCall(resource, brief?.call ?? 'list', input, { keepPrevious: true });
  const { start, dialog } = useActions(resource, {
    keptAs: `waiting ${resource.name}`,
    afterwards: () => void reload(['desk/home']),
  });
  const { ofRow } = useRowActions(resource, options, useAccess(resource), openNothing);
  const action = ofRow.find(({ key }) => key === brief?.settle);
  const rows = useMemo(
    () => (data as { readonly records: readonly Row[] } | undefined)?.records.slice(0, most),
    [data, most],
  );
  const next = useRef<HTMLButtonElement>(null);
  const started = useRef(-1);
  // The button of a settled row goes with it: the keyboard goes on at the row in its place.
  useEffect(() => {
    if (rows && started.current >= 0 && document.activeElement === document.body) next.current?.focus();
  }, [rows]);
  if (error && !rows)
    return (
      <li role="alert" className={styles.item}>
        {messageOf(error)} <Button onClick={() => void refetch()}>{t(words.retry)}</Button>
      </li>
    );
  return (
    <>
      {rows?.map((row, index) => (
        <WaitingRow
          key={row.id}
          {...{ work, row, resource }}
          action={action}
          button={index === Math.min(started.current, rows.length - 1) ? next : null}
          onStart={() => {
            started.current = index;
            if (action) start(action, [row]);
          }}
        />
      ))}
      {dialog}
    </>
  );
}

const openNothing = () => undefined;

/** Where the decision needs what the record shows, or is another person's. */
const OPEN = { zh: '查看', en: 'Open' };

interface WaitingRowProps {
  readonly work: ShownWork['work'];
  readonly row: Row;
  readonly resource: DeclaredList['resource'];
  readonly action: Action | undefined;
  readonly button: Ref<HTMLButtonElement>;
  readonly onStart: () => void;
}

function WaitingRow({ work, row, resource, action, button, onStart }: WaitingRowProps) {
  const t = useText();
  const locale = useLocale();
  const { title, screen, filters, brief } = work;
  const about = (brief?.about ?? []).filter(
    (name) => row[name] !== undefined && row[name] !== null && row[name] !== '',
  );
  const amount = brief?.amount ? resource.fields[brief.amount] : undefined;
  const since = brief?.since ? row[brief.since] : undefined;
  const navigate = useNavigate();
  const address = `/${screen}/index?${new URLSearchParams({ ...filters, record: row.id })}`;
  return (
    <li className={styles.item}>
      <Link className={styles.subject} to={address}>
        <span className={styles.about} id={`waiting-${row.id}`}>
          {about.map((name) => {
            const field = resource.fields[name];
            return field ? (
              <span key={name}>
                <FieldValue field={field} value={row[name]} />
              </span>
            ) : null;
          })}
        </span>
        <span className={styles.age}>
          {typeof since === 'string' ? (
            <>
              <time title={since}>{relativeTime(since, locale)}</time>
              {' · '}
            </>
          ) : null}
          {title}
        </span>
      </Link>
      {amount && brief?.amount ? (
        <span className={styles.sum}>
          <FieldValue field={amount} value={row[brief.amount]} currency={currencyOf(brief.amount, row)} />
        </span>
      ) : null}
      {action && (action.isOffered?.(row) ?? true) ? (
        <Button ref={button} onClick={onStart} aria-describedby={`waiting-${row.id}`}>
          {t(action.label)}
        </Button>
      ) : (
        <Button onClick={() => void navigate(address)} aria-describedby={`waiting-${row.id}`}>
          {t(OPEN)}
        </Button>
      )}
    </li>
  );
}
