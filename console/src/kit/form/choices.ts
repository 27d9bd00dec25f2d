export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/**
 * Returns the choices in `{value, label, labelEn?}` entries, or in rows (a page or a list) with an id and a name.
 * @param by the property that names a row, if the contract sets one
 */
export function choicesOf(data: unknown, locale: 'zh' | 'en', by?: string): Choice[] {
  const page = data as { records?: unknown } | undefined;
  const rows = Array.isArray(data) ? data : Array.isArray(page?.records) ? page.records : [];
  return rows.flatMap((row: Readonly<Record<string, unknown>>) => {
    const value = row.value ?? row.id;
    if (value === undefined || value === null) return [];
    const english = locale === 'en' ? (row.labelEn ?? row.nameEn) : undefined;
    const named = Object.entries(row).find(
      ([name, text]) => /(name|title)$/i.test(name) && typeof text === 'string' && text !== '',
    );
    const label =
      (by === undefined ? undefined : row[by]) ?? english ?? row.label ?? row.title ?? row.name ?? named?.[1] ?? value;
    return [{ value: String(value), label: String(label), disabled: row.disabled === true }];
  });
}
