import { code } from '@trade-assistant/contract/areas/develop/code.ts';
import { type ModelField, model } from '@trade-assistant/contract/areas/develop/code-model.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { sentenceFor } from '@trade-assistant/contract/kit/sentences.ts';
import Button from 'antd/es/button';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { confirm, showSuccess } from '../../../kit/feedback.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import styles from './code.module.css';
import { FieldCard } from './field-card.tsx';
import { TableReader } from './table-reader.tsx';

const WIDTH = 1_000;
const NEW: ModelField = {
  ...{ name: '', kind: 'text', zh: '', en: '', required: false, list: 'yes' },
  ...{ search: false, sort: false, unique: false, max: null, dictionary: null },
};
/** The table that the model was read from. */
interface Origin {
  readonly datasourceId: string;
  readonly sourceTable: string;
}

/** A key for each field, which keeps its inputs while fields are moved. */
let keys = 0;
const keyed = (field: ModelField) => {
  keys += 1;
  return { key: keys, field };
};

/** The fields of a model: read from a table, added, changed and put into order. */
export default function DesignPanel({ row, onClose }: { row: WireRowOf<typeof code>; onClose: () => void }) {
  const t = useText();
  const [fields, setFields] = useState(() =>
    ((row.model ?? []) as ModelField[]).map((one) => keyed({ ...NEW, ...one })),
  );
  const [origin, setOrigin] = useState<Origin>();
  const [isChanged, setChanged] = useState(false);
  const { isBusy, problem, showProblem, attempt } = useAttempt();
  const change = (next: typeof fields) => {
    setFields(next);
    setChanged(true);
  };
  const leave = async () => {
    const isSure =
      !isChanged ||
      (await confirm({
        title: t({ zh: '放弃未保存的修改？', en: 'Discard unsaved changes?' }),
        okText: t({ zh: '放弃修改', en: 'Discard' }),
        isDangerous: true,
      }));
    if (isSure) onClose();
  };
  const take = async (found: readonly ModelField[], from: Origin) => {
    const isSure =
      fields.length === 0 ||
      (await confirm({
        title: t(
          { zh: '用表 {table} 的字段替换现有字段？', en: 'Replace the fields by those of {table}?' },
          { table: from.sourceTable },
        ),
        okText: t({ zh: '替换', en: 'Replace' }),
      }));
    if (!isSure) return;
    change(found.map(keyed));
    setOrigin(from);
  };
  const save = () => {
    const read = model.safeParse(fields.map(({ field }) => field));
    if (!read.success) {
      const [issue] = read.error.issues;
      const place = issue?.path.find((part) => typeof part === 'number');
      const of = place === undefined ? undefined : fields[place]?.field;
      const name = of
        ? of.name || t({ zh: '第 {n} 个字段', en: 'Field {n}' }, { n: Number(place) + 1 })
        : t({ zh: '字段', en: 'Fields' });
      return showProblem(`${name}: ${issue ? t(sentenceFor(issue)) : ''}`);
    }
    return attempt(async (idempotencyKey) => {
      await call(code, 'submit', { id: row.id, version: row.version, model: read.data, ...origin }, { idempotencyKey });
      await invalidate(code);
      showSuccess({ zh: '字段已保存', en: 'Fields saved' });
      onClose();
    });
  };
  const move = (place: number, by: number) => {
    const next = [...fields];
    const [moved] = next.splice(place, 1);
    if (moved) next.splice(place + by, 0, moved);
    change(next);
  };
  return (
    <SidePanel
      title={t({ zh: '设计字段：{path}', en: 'Fields of {path}' }, { path: row.apiPath })}
      width={WIDTH}
      isClosable={!isChanged}
      onClose={() => void leave()}
      footer={
        <Button type="primary" loading={isBusy} onClick={() => void save()}>
          {t({ zh: '保存', en: 'Save' })}
        </Button>
      }
    >
      <TableReader onRead={(found, from) => void take(found, from)} />
      <Problem text={problem} />
      <ol className={styles.fields}>
        {fields.map(({ key, field }, place) => (
          <FieldCard
            key={key}
            field={field}
            isFirst={place === 0}
            isLast={place === fields.length - 1}
            onChange={(next) => change(fields.map((one) => (one.key === key ? { key, field: next } : one)))}
            onMove={(by) => move(place, by)}
            onRemove={() => change(fields.filter((one) => one.key !== key))}
          />
        ))}
      </ol>
      {fields.length === 0 && (
        <p className="kit-weak">
          {t({ zh: '从数据表读取字段，或逐个添加', en: 'Read the fields of a table, or add them one by one' })}
        </p>
      )}
      <Button onClick={() => change([...fields, keyed(NEW)])}>{t({ zh: '添加字段', en: 'Add field' })}</Button>
    </SidePanel>
  );
}
