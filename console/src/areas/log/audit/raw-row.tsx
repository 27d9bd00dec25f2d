import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Nothing } from '../../../kit/fields/status.tsx';
import { FieldValue } from '../../../kit/fields/value.tsx';
import { useText } from '../../../kit/i18n.ts';

const NAMES = ['asked', 'before', 'after'] as const;

/** What was asked and the columns before and after, as they are stored and sealed. */
export function RawRow({ row }: { row: WireRowOf<typeof auditLog> }) {
  const t = useText();
  return NAMES.map((name) => {
    const field = auditLog.fields[name];
    return (
      <section key={name} className="kit-group">
        <h2 className="kit-heading">{t(field.options.label)}</h2>
        {row[name] ? <FieldValue field={field} value={row[name]} isWhole /> : <Nothing />}
      </section>
    );
  });
}
