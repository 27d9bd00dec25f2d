import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useLocale } from '../i18n.ts';

/** What a row is called in the reader's language; in the other where that one is missing. */
export function RowName({ resource, row }: { resource: Resource; row: Readonly<Record<string, unknown>> }) {
  const locale = useLocale();
  return resource.nameField ? nameOf(resource.nameField, row)[locale] : '';
}
