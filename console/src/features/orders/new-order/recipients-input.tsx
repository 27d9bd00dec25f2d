import { ORDER_LIST_BYTES } from '@trade-assistant/contract/tasks/order-calls.ts';
import Form from 'antd/es/form';
import TextArea from 'antd/es/input/TextArea';
import Segmented from 'antd/es/segmented';
import { useId } from 'react';
import { CountrySelect } from '../../../kit/form/country-select.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import { CheckedNumbers } from '../../checks/checked-numbers.tsx';
import type { CheckResource } from '../../checks/types.ts';
import { ColumnChoice } from '../../importing/column-choice.tsx';
import { FileDrop } from '../../importing/file-drop.tsx';
import type { Recipients } from './use-recipients.ts';

const ACCEPT = '.txt,.csv,.xlsx,.zip';

/** Takes the list of recipients: a file with its column of numbers, pasted lines, or the numbers of a check. */
export function RecipientsInput({
  list,
  checks,
  isBusy,
}: {
  readonly list: Recipients;
  readonly checks: CheckResource;
  readonly isBusy: boolean;
}) {
  const canCheck = useCan(`${checks.name}:view`);
  const t = useText();
  const id = useId();
  return (
    <>
      <Form.Item
        label={t({ zh: '收件人', en: 'Recipients' })}
        {...(list.problem ? { help: list.problem, validateStatus: 'error' as const } : {})}
      >
        <Segmented<Recipients['source']>
          block
          className="kit-alert"
          value={list.source}
          onChange={list.setSource}
          options={[
            { value: 'file', label: t({ zh: '上传文件', en: 'Upload a file' }) },
            { value: 'text', label: t({ zh: '粘贴', en: 'Paste' }) },
            ...(canCheck ? [{ value: 'check' as const, label: t({ zh: '检测结果', en: 'Results of a check' }) }] : []),
          ]}
        />
        {list.source === 'check' && <CheckedNumbers list={list} checks={checks} />}
        {list.source === 'file' && (
          <FileDrop
            file={list.file}
            accept={ACCEPT}
            maxBytes={ORDER_LIST_BYTES}
            icon={null}
            isBusy={isBusy || list.isInspecting}
            onFile={(chosen) => void list.take(chosen)}
            onProblem={list.setProblem}
          />
        )}
        {list.source === 'text' && (
          <TextArea
            rows={6}
            value={list.text}
            onChange={({ target }) => list.setText(target.value)}
            aria-label={t({ zh: '收件人，每行一个', en: 'Recipients, one per line' })}
            placeholder={t({
              zh: '每行一个号码，参数用逗号隔开：\n+1 212 555 0123, Ada, A-2201',
              en: 'One number per line, values behind commas:\n+1 212 555 0123, Ada, A-2201',
            })}
          />
        )}
      </Form.Item>
      {list.source === 'file' && list.inspected && (
        <ColumnChoice inspected={list.inspected} column={list.column} onColumn={list.setColumn} />
      )}
      {list.source !== 'check' && (
        <Form.Item
          label={t({ zh: '国家', en: 'Country' })}
          htmlFor={`${id}-country`}
          extra={t({
            zh: '没有国家码的号码按此国家读取，可不选',
            en: 'Numbers without a calling code are read as of this country; optional',
          })}
        >
          <CountrySelect
            id={`${id}-country`}
            value={list.countryCode}
            onChange={(code) => list.setCountry(code ?? null)}
          />
        </Form.Item>
      )}
    </>
  );
}
