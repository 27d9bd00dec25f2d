import type { UseQueryResult } from '@tanstack/react-query';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useState } from 'react';
import { showError, showSuccess } from '../feedback.tsx';
import { type FoundSets, useWholeSets } from '../form/whole-set.ts';
import { useText } from '../i18n.ts';
import { ListProblem } from '../list/table/list-problem.tsx';
import { FormPanel } from './form-panel.tsx';

type Chosen<Name extends string> = Record<Name, string[]>;
type Answer<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetchedAfterMount' | 'isSuccess'>;

interface SetsPanelProps<Name extends string, Data> {
  readonly title: string;
  readonly width: number;
  /** Names of the form items, one per set. */
  readonly names: readonly Name[];
  /** The call that answers the current sets. */
  readonly current: Answer<Data>;
  readonly setsOf: (data: Data) => FoundSets<Name>;
  /** A further call that must have answered before the form is shown. */
  readonly choices?: Answer<unknown>;
  readonly send: (chosen: Chosen<Name>, digest: string | undefined, idempotencyKey: string) => Promise<unknown>;
  readonly done: Text;
  readonly invalidates: readonly (Resource | ResourceName)[];
  readonly onClose: () => void;
  readonly children: (data: Data, initial: (name: Name) => string[]) => ReactNode;
}

/** A form that replaces whole sets of ids. The server refuses to save when another user has changed them meanwhile. */
export function SetsPanel<Name extends string, Data>(props: SetsPanelProps<Name, Data>) {
  const { title, width, names, current, setsOf, choices, send, done, invalidates, onClose, children } = props;
  const t = useText();
  const [form] = Form.useForm<Chosen<Name>>();
  // Saving sets from the cache would undo changes made since.
  const fresh = current.isFetchedAfterMount && current.isSuccess ? current.data : undefined;
  const data = !choices || choices.data !== undefined ? fresh : undefined;
  const error = choices?.error ?? current.error;
  const whole = useWholeSets(names, data === undefined ? undefined : setsOf(data));
  return (
    <FormPanel<Chosen<Name>>
      key={whole.round}
      form={form}
      title={title}
      width={width}
      submitText={t({ zh: '保存', en: 'Save' })}
      isDisabled={data === undefined}
      onChange={whole.keep}
      invalidates={invalidates}
      onSubmit={async (chosen, idempotencyKey) => {
        await whole.sending(() => send(chosen, whole.began?.digest, idempotencyKey));
        showSuccess(done);
      }}
      onClose={onClose}
      content={
        data !== undefined ? (
          <>
            {whole.isStale && (
              <RenewSets
                onRenew={async () => {
                  const { data: now } = await current.refetch({ throwOnError: true });
                  if (now !== undefined)
                    form.setFieldsValue(
                      whole.renew(setsOf(now), form.getFieldsValue()) as Parameters<typeof form.setFieldsValue>[0],
                    );
                }}
              />
            )}
            {children(data, whole.initial)}
          </>
        ) : error ? (
          <ListProblem error={error} onRetry={() => void Promise.all([choices?.refetch(), current.refetch()])} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} title={false} />
        )
      }
    />
  );
}

/** Loads the current sets and merges the selections into them. */
function RenewSets({ onRenew }: { readonly onRenew: () => Promise<void> }) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const renew = async () => {
    setBusy(true);
    try {
      await onRenew();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p>
      <Button type="primary" loading={isBusy} onClick={renew}>
        {t({ zh: '载入最新内容', en: 'Load current version' })}
      </Button>{' '}
      <span className="kit-weak">
        {t({ zh: '您勾选与取消的会保留，请核对后再保存', en: 'Your selections are kept; check them and save again' })}
      </span>
    </p>
  );
}
