import Form from 'antd/es/form';
import TextArea from 'antd/es/input/TextArea';
import Segmented from 'antd/es/segmented';
import { useId } from 'react';
import { CountrySelect } from '../../kit/form/country-select.tsx';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import type { CheckResource } from '../checks/types.ts';
import { ColumnChoice } from '../importing/column-choice.tsx';
import { FileDrop } from '../importing/file-drop.tsx';
import { CheckedNumbers } from './checked-numbers.tsx';
import type { ListInputState } from './use-list-input.ts';

const ACCEPT = '.txt,.csv,.xlsx,.zip';

interface ListInputProps {
  readonly list: ListInputState;
  /** Checks whose numbers may be the list. */
  readonly checks: CheckResource;
  /** For staff: whose checks these are. */
  readonly ownerId?: string | null;
  readonly label: string;
  /** The form of a pasted line, with an example. */
  readonly hint: string;
  readonly maxBytes: number;
  /** Whether all numbers are read as of one country, which has to be chosen. */
  readonly isOneCountry?: boolean;
  /** Why the country cannot be chosen. */
  readonly countryProblem?: string | undefined;
  readonly isBusy?: boolean;
}

/** Takes the list of a task: a file with its column of numbers, pasted lines, or the numbers of a check; and its country. */
export function ListInput(props: ListInputProps) {
  const { list, checks, ownerId, label, hint, maxBytes, isOneCountry, countryProblem, isBusy = false } = props;
  const canCheck = useCan(`${checks.name}:view`);
  const t = useText();
  const id = useId();
  return (
    <>
      <Form.Item label={label} {...(list.problem ? { help: list.problem, validateStatus: 'error' as const } : {})}>
        <Segmented<ListInputState['source']>
          block
          className="kit-alert"
          value={list.source}
          onChange={list.setSource}
          options={[
            { value: 'file', label: t({ zh: '上传文件', en: 'Upload a file' }) },
            { value: 'text', label: t({ zh: '粘贴', en: 'Paste' }) },
            ...(canCheck
              ? [
                  {
                    value: 'check' as const,
                    label: list.isWhole
                      ? t({ zh: '上次名单', en: 'Earlier list' })
                      : t({ zh: '检测结果', en: 'Results of a check' }),
                  },
                ]
              : []),
          ]}
        />
        {list.source === 'check' && <CheckedNumbers list={list} checks={checks} ownerId={ownerId ?? null} />}
        {list.source === 'file' && (
          <FileDrop
            file={list.file}
            accept={ACCEPT}
            maxBytes={maxBytes}
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
            aria-label={t({ zh: '{label}，每行一个', en: '{label}, one per line' }, { label })}
            placeholder={hint}
          />
        )}
      </Form.Item>
      {list.source === 'file' && list.inspected && (
        <ColumnChoice inspected={list.inspected} column={list.column} onColumn={list.setColumn} />
      )}
      {(isOneCountry || list.source !== 'check') && (
        <Form.Item
          label={t({ zh: '国家', en: 'Country' })}
          htmlFor={`${id}-country`}
          {...(countryProblem ? { help: countryProblem, validateStatus: 'error' as const } : {})}
          extra={
            isOneCountry
              ? t({
                  zh: '没有国家码的号码按此国家读取',
                  en: 'Numbers without a calling code are read as of this country',
                })
              : t({
                  zh: '没有国家码的号码按此国家读取，可不选',
                  en: 'Numbers without a calling code are read as of this country; optional',
                })
          }
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
