import { code } from '@trade-assistant/contract/areas/develop/code.ts';
import type { ModelField } from '@trade-assistant/contract/areas/develop/code-model.ts';
import { datasource } from '@trade-assistant/contract/areas/develop/datasource.ts';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showError, showWarning } from '../../../kit/feedback.tsx';
import { RefPicker } from '../../../kit/form/ref-picker.tsx';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import styles from './code.module.css';

interface Props {
  readonly onRead: (fields: readonly ModelField[], from: { datasourceId: string; sourceTable: string }) => void;
}

const SOURCE = { resource: 'develop/datasource', call: 'select' } as const;

/** Chooses a table of a data source and reads its columns. */
export function TableReader({ onRead }: Props) {
  const t = useText();
  const canRead = useCan('develop/datasource:view');
  const [source, setSource] = useState<string | null>(null);
  const [table, setTable] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const {
    data = [],
    isFetching,
    error,
  } = useCall(datasource, 'tables', { id: source ?? '' }, { enabled: source !== null });
  if (!canRead) return null;
  const read = async () => {
    const chosen = data.find((one) => `${one.schema}.${one.name}` === table);
    if (!chosen || source === null) return;
    setReading(true);
    try {
      const { fields } = await call(code, 'table-fields', {
        datasourceId: source,
        schema: chosen.schema,
        table: chosen.name,
      });
      if (fields.length === 0) showWarning({ zh: '此表没有可用的列', en: 'This table has no columns to use' });
      else onRead(fields as ModelField[], { datasourceId: source, sourceTable: `${chosen.schema}.${chosen.name}` });
    } catch (failure) {
      showError(failure);
    } finally {
      setReading(false);
    }
  };
  return (
    <section className={styles.reader} aria-label={t({ zh: '从数据表读取', en: 'Read a table' })}>
      <RefPicker
        source={SOURCE}
        value={source}
        aria-label={t({ zh: '数据源', en: 'Data source' })}
        onChange={(id) => {
          setSource(id ?? null);
          setTable(null);
        }}
      />
      <Select
        className="kit-fill"
        aria-label={t({ zh: '数据表', en: 'Table' })}
        placeholder={t({ zh: '数据表', en: 'Table' })}
        disabled={source === null}
        loading={isFetching}
        showSearch
        value={table}
        onChange={setTable}
        options={data.map(({ schema, name, comment }) => ({
          value: `${schema}.${name}`,
          label: comment ? `${name} · ${comment}` : name,
        }))}
      />
      <Button disabled={table === null} loading={isReading} onClick={() => void read()}>
        {t({ zh: '读取字段', en: 'Read fields' })}
      </Button>
      {error && <p role="alert">{messageOf(error)}</p>}
    </section>
  );
}
