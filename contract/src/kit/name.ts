import type { Text } from './locale.ts';
import type { NameField } from './resource.ts';

/** Returns the name of a row in each language; the other language's if one is missing, empty if both are. */
export function nameOf(nameField: NameField, row: Readonly<Record<string, unknown>>): Text {
  if (typeof nameField === 'string') return both(row[nameField], row[nameField]);
  return both(row[nameField.zh], row[nameField.en]);
}

/** The fields that name a row. */
export const nameFieldsOf = (nameField: NameField): readonly string[] =>
  typeof nameField === 'string' ? [nameField] : [nameField.zh, nameField.en];

const both = (zh: unknown, en: unknown): Text => ({ zh: String(zh || en || ''), en: String(en || zh || '') });
