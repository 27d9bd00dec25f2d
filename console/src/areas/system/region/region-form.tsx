import { ROOT_REGION, region, regionLevel } from '@trade-assistant/contract/areas/system/region.ts';
import { codeOf, dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { FieldValue } from '../../../kit/fields/value.tsx';
import { FormContent } from '../../../kit/form/form-content.tsx';
import { type FormFrameProps, useFormAttempt } from '../../../kit/form/use-form-attempt.ts';
import type { NamedFields } from '../../../kit/form/values.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import styles from './region.module.css';

type Region = CallData<typeof region, 'detail', 'in'>;

interface RegionFormProps {
  readonly row: Region;
  /** Whether a region below the row is added. */
  readonly isAdding: boolean;
  readonly canEdit: boolean;
  readonly onDone: (code: string) => void;
  readonly onCancel: () => void;
}

const { fields } = region;
const SHOWN = ['code', 'fullName', 'parentCode', 'parentName'] as const;

/** Shows a region, editable with the permission; or adds one below it. */
export function RegionForm({ row, isAdding, canEdit, onDone, onCancel }: RegionFormProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <>
      {isAdding && (
        <h2 className="kit-heading">
          {t({ zh: '在“{name}”下新增', en: 'Add a region under “{name}”' }, { name: row.name })}
        </h2>
      )}
      {!isAdding && (
        <dl className="kit-facts">
          {[...SHOWN, ...(canEdit ? [] : (['regionLevel', 'sort', 'remark'] as const))].map((name) => (
            <div key={name}>
              <dt>{fields[name].options.label[locale]}</dt>
              <dd>
                <FieldValue field={fields[name]} value={row[name]} isWhole />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {canEdit && <Editor row={row} isAdding={isAdding} onDone={onDone} onCancel={onCancel} />}
    </>
  );
}

function Editor({ row, isAdding, onDone, onCancel }: Omit<RegionFormProps, 'canEdit'>) {
  const t = useText();
  let saved = row.code;
  const level = isAdding ? row.regionLevel + 1 : row.regionLevel;
  const props: FormFrameProps = {
    title: null,
    fields: fieldsFor(row, isAdding),
    initial: isAdding
      ? { code: row.code === ROOT_REGION ? '' : row.code, regionLevel: level, sort: 1 }
      : { name: row.name, regionLevel: level, sort: row.sort, remark: row.remark },
    submitText: null,
    invalidates: [region],
    onSubmit: async (values, key) => {
      const input = isAdding
        ? { ...values, parentCode: row.code, version: 0 }
        : { remark: null, ...values, code: row.code, version: row.version };
      ({ code: saved } = await call(region, 'submit', input as never, { idempotencyKey: key }));
      showSuccess({ zh: '已保存', en: 'Saved' });
    },
    onClose: () => onDone(saved),
  };
  const attempt = useFormAttempt(props);
  return (
    <div>
      <FormContent props={props} attempt={attempt} />
      <div className={styles.buttons}>
        <Button type="primary" loading={attempt.isBusy} onClick={() => attempt.form.submit()}>
          {t({ zh: '保存', en: 'Save' })}
        </Button>
        {isAdding && <Button onClick={onCancel}>{t({ zh: '取消', en: 'Cancel' })}</Button>}
      </div>
    </div>
  );
}

/** The levels offered are those below the parent region's. */
function fieldsFor(row: Region, isAdding: boolean): NamedFields {
  const { code, name, sort, remark } = fields;
  const least = isAdding ? row.regionLevel : row.parentCode === null ? -1 : 0;
  const entries = Object.entries(regionLevel.entries).filter(([, { value }]) => value > least);
  const levels = dictionary('region', Object.fromEntries(entries));
  return {
    ...(isAdding ? { code } : {}),
    name,
    regionLevel: { ...fields.regionLevel, dictionary: levels, schema: codeOf(levels) },
    sort,
    remark,
  };
}
