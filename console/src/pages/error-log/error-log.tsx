import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import type { Page } from '@trade-assistant/contract/kit/page.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import Popconfirm from 'antd/es/popconfirm';
import Tag from 'antd/es/tag';
import { useMemo, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { forgetErrors, type LoggedError, useErrorLog } from '../../kit/errors/collect.ts';
import { showError, showSuccess } from '../../kit/feedback.tsx';
import { type Translate, useText } from '../../kit/i18n.ts';
import { FIRST_PAGE, type ListState } from '../../kit/list/state/address.ts';
import { type Column, ownColumn } from '../../kit/list/table/columns.tsx';
import { DataTable } from '../../kit/list/table/data-table.tsx';
import { useCan } from '../../kit/permission.tsx';
import { useIsPhone } from '../../kit/use-media.ts';
import { currentZone } from '../../kit/zone.ts';
import styles from './error-log.module.css';

const types = {
  error: { zh: '脚本错误', en: 'Script' },
  rejection: { zh: '未处理的拒绝', en: 'Unhandled rejection' },
  render: { zh: '页面错误', en: 'Page' },
} as const;

/** Uncaught errors of this browser: view them, send them to the server, clear them. */
export default function ErrorLog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const errors = useErrorLog((state) => state.errors);
  const canSend = useCan('log/error:send');
  const [isOpen, setOpen] = useState(true);
  const [isSending, setSending] = useState(false);
  const close = () => setOpen(false);
  const isPhone = useIsPhone();
  const columns = useMemo(() => columnsOfErrors(t, isPhone), [t, isPhone]);
  const [state, setState] = useState<ListState>({ ...FIRST_PAGE, size: 20 });
  const { current, size } = state;
  const page = useMemo(() => pageOfErrors(errors, current, size), [errors, current, size]);

  const send = async () => {
    setSending(true);
    try {
      await call(errorLog, 'send-logs', { logs: errors.map((error) => ({ ...error })) });
      forgetErrors(errors);
      showSuccess({ zh: '发送成功', en: 'Sent' });
      close();
    } catch (error) {
      showError(error, () => void send());
    } finally {
      setSending(false);
    }
  };
  const clear = () => {
    forgetErrors(errors);
    showSuccess({ zh: '清空成功', en: 'Cleared' });
    close();
  };

  return (
    <Drawer
      open={isOpen}
      size="100%"
      placement="bottom"
      title={t({ zh: '错误日志', en: 'Error log' })}
      onClose={close}
      afterOpenChange={(isShown) => isShown || onClose()}
    >
      <div className={styles.actions}>
        {canSend && (
          <Popconfirm
            title={t({ zh: '将本地日志上传到服务器？', en: 'Send the local log to the server?' })}
            disabled={errors.length === 0}
            onConfirm={() => void send()}
          >
            <Button type="primary" loading={isSending} disabled={errors.length === 0}>
              {t({ zh: '上传服务器', en: 'Send to server' })}
            </Button>
          </Popconfirm>
        )}
        <Popconfirm
          title={t({ zh: '清空本地日志？', en: 'Clear the local log?' })}
          disabled={errors.length === 0}
          okButtonProps={{ danger: true }}
          onConfirm={clear}
        >
          <Button danger disabled={errors.length === 0}>
            {t({ zh: '清空本地日志', en: 'Clear local log' })}
          </Button>
        </Popconfirm>
      </div>
      <div className="kit-table-frame">
        <div className="kit-table">
          <DataTable
            label={t({ zh: '错误日志', en: 'Error log' })}
            columns={columns}
            isCards={false}
            page={page}
            state={state}
            onState={(change) => setState({ ...state, ...change })}
            isLoading={false}
            empty={t({
              zh: '没有错误。页面中未被处理的错误会记录在这里，仅保存在本浏览器。',
              en: 'No errors. Unhandled page errors are recorded here, in this browser only.',
            })}
          />
        </div>
      </div>
    </Drawer>
  );
}

type ErrorRow = Pick<LoggedError, keyof LoggedError> & { readonly id: string };

function pageOfErrors(errors: readonly LoggedError[], current: number, size: number): Page<ErrorRow> {
  const total = errors.length;
  const records = errors
    .slice((current - 1) * size, current * size)
    .map((error) => ({ ...error, id: `${error.time} ${error.message}` }));
  return { records, total, current, size, pages: Math.ceil(total / size) };
}

const timeOf = ({ time }: LoggedError) => formatTime(new Date(time), currentZone());

const columnsOfErrors = (t: Translate, isPhone: boolean): readonly Column[] => [
  ownColumn<ErrorRow>('message', {
    title: { zh: '信息', en: 'Message' },
    width: 'rest',
    render: (error) => (
      <details className={styles.error}>
        <summary>{error.message}</summary>
        {isPhone && (
          <p className="kit-weak">
            {error.url} · {timeOf(error)}
          </p>
        )}
        <pre>{error.stack || t({ zh: '没有堆栈', en: 'No stack trace' })}</pre>
        {error.info && <pre>{error.info}</pre>}
      </details>
    ),
  }),
  ownColumn<ErrorRow>('type', {
    title: { zh: '类型', en: 'Type' },
    wraps: false,
    render: ({ type, count }) => (
      <>
        <Tag color="error">{t(types[type])}</Tag>
        {count > 1 && <span className="kit-weak"> × {count}</span>}
      </>
    ),
  }),
  ...(isPhone
    ? []
    : [
        ownColumn<ErrorRow>('url', { title: { zh: '页面', en: 'Page' }, width: 200, render: ({ url }) => url }),
        ownColumn<ErrorRow>('time', {
          title: { zh: '时间', en: 'Time' },
          wraps: false,
          render: (error) => <span className="kit-number">{timeOf(error)}</span>,
        }),
      ]),
];
