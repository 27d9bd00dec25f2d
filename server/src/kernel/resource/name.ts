import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { NameField } from '@trade-assistant/contract/kit/resource.ts';

/** What a row is called in each language; the other language's name where one is missing. */
export function nameOf(nameField: NameField, row: Readonly<Record<string, unknown>>): Text {
  if (typeof nameField === 'string') return both(row[nameField], row[nameField]);
  return both(row[nameField.zh], row[nameField.en]);
}

const both = (zh: unknown, en: unknown): Text => ({ zh: String(zh || en || ''), en: String(en || zh || '') });
