import { ORDER_LINES_MAX } from '@trade-assistant/contract/tasks/order-calls.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import InputNumber from 'antd/es/input-number';
import Skeleton from 'antd/es/skeleton';
import { Suspense, useId } from 'react';
import { useText } from '../../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../../kit/inline-load-boundary.tsx';
import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';
import styles from './new-order.module.css';

const TimeInput = lazyWithRetry(() => import('../../../kit/form/time-input.tsx'));

interface Settings {
  readonly orderName: string;
  readonly scheduleTime: string | null;
  readonly speedPerMinute: number | null;
  readonly quota: number | null;
  readonly remark: string;
}

export const NO_SETTINGS: Settings = {
  orderName: '',
  scheduleTime: null,
  speedPerMinute: null,
  quota: null,
  remark: '',
};

/** Returns the settings that were made, as the call takes them. */
export const settingsToSend = (settings: Settings): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== ''));

/** Name, time and speed of an order; each may be left out. */
export function OrderSettings({
  value,
  onChange,
}: {
  readonly value: Settings;
  readonly onChange: (settings: Settings) => void;
}) {
  const t = useText();
  const id = useId();
  const change = (part: Partial<Settings>) => onChange({ ...value, ...part });
  return (
    <div className={styles.pair}>
      <Form.Item label={t({ zh: '名称', en: 'Name' })} htmlFor={`${id}-name`}>
        <Input
          id={`${id}-name`}
          value={value.orderName}
          maxLength={64}
          placeholder={t({ zh: '默认为文件名', en: 'By default the file name' })}
          onChange={({ target }) => change({ orderName: target.value })}
        />
      </Form.Item>
      <Form.Item label={t({ zh: '发送时间', en: 'Send at' })} htmlFor={`${id}-time`}>
        <InlineLoadBoundary>
          <Suspense fallback={<Skeleton.Input active block />}>
            <TimeInput
              id={`${id}-time`}
              value={value.scheduleTime ?? ''}
              placeholder={t({ zh: '立即发送', en: 'At once' })}
              onChange={(time) => change({ scheduleTime: time ?? null })}
            />
          </Suspense>
        </InlineLoadBoundary>
      </Form.Item>
      <Form.Item label={t({ zh: '每分钟最多', en: 'Messages a minute at most' })} htmlFor={`${id}-speed`}>
        <InputNumber
          id={`${id}-speed`}
          className="kit-fill"
          min={1}
          max={60_000}
          precision={0}
          value={value.speedPerMinute}
          placeholder={t({ zh: '不限', en: 'No limit' })}
          onChange={(speed) => change({ speedPerMinute: speed })}
        />
      </Form.Item>
      <Form.Item label={t({ zh: '最多发送', en: 'Messages at most' })} htmlFor={`${id}-quota`}>
        <InputNumber
          id={`${id}-quota`}
          className="kit-fill"
          min={1}
          max={ORDER_LINES_MAX}
          precision={0}
          value={value.quota}
          placeholder={t({ zh: '全部', en: 'All' })}
          onChange={(quota) => change({ quota })}
        />
      </Form.Item>
      <Form.Item label={t({ zh: '备注', en: 'Remark' })} htmlFor={`${id}-remark`}>
        <Input
          id={`${id}-remark`}
          value={value.remark}
          maxLength={255}
          onChange={({ target }) => change({ remark: target.value })}
        />
      </Form.Item>
    </div>
  );
}
