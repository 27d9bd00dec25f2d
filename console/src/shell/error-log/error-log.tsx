import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import Popconfirm from 'antd/es/popconfirm';
import Table from 'antd/es/table';
import Tag from 'antd/es/tag';
import { useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { forgetErrors, type LoggedError, useErrorLog } from '../../kit/errors/collect.ts';
import { showError, showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { pagerItem } from '../../kit/parts/pager-item.ts';
import { useCan } from '../../kit/permission.tsx';
import { currentZone } from '../../kit/zone.ts';
import styles from './error-log.module.css';

const types = {
  error: { zh: '脚本错误', en: 'Script' },
  rejection: { zh: '未处理的拒绝', en: 'Rejection' },
  render: { zh: '页面错误', en: 'Page' },
} as const;

/** What went wrong in this browser and nobody caught: to look at, to send to the server, to clear away. */
export default function ErrorLog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const errors = useErrorLog((state) => state.errors);
  const maySend = useCan('log/error:send');
  const [isOpen, setOpen] = useState(true);
  const [isSending, setSending] = useState(false);
  const close = () => setOpen(false);

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
        {maySend && (
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
      <Table<LoggedError>
        size="small"
        rowKey={(error) => `${error.time} ${error.message}`}
        dataSource={[...errors]}
        scroll={{ x: 880 }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false, itemRender: pagerItem(t) }}
        locale={{
          emptyText: t({
            zh: '没有错误。页面中未被处理的错误会记录在这里，仅保存在本浏览器。',
            en: 'No errors. Whatever the pages fail to handle is kept here, in this browser only.',
          }),
        }}
        expandable={{ expandedRowRender: (error) => <Trace error={error} /> }}
        columns={[
          {
            title: t({ zh: '类型', en: 'Type' }),
            width: 144,
            render: (_, { type, count }) => (
              <>
                <Tag color="error">{t(types[type])}</Tag>
                {count > 1 && <span className="kit-weak"> × {count}</span>}
              </>
            ),
          },
          { title: t({ zh: '信息', en: 'Message' }), dataIndex: 'message', ellipsis: true },
          { title: t({ zh: '页面', en: 'Page' }), dataIndex: 'url', width: 200, ellipsis: true },
          {
            title: t({ zh: '时间', en: 'Time' }),
            width: 176,
            render: (_, { time }) => <span className="kit-number">{formatTime(new Date(time), currentZone())}</span>,
          },
        ]}
      />
    </Drawer>
  );
}

function Trace({ error }: { error: LoggedError }) {
  const t = useText();
  return (
    <div className={styles.trace}>
      <p>{error.message}</p>
      <pre>{error.stack || t({ zh: '没有堆栈', en: 'No stack' })}</pre>
      {error.info && <pre>{error.info}</pre>}
    </div>
  );
}
