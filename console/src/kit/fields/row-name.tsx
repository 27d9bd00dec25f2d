import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useLocale } from '../i18n.ts';

/** The name of a row in the reader's language, else in the other. */
export function RowName({ resource, row }: { resource: Resource; row: Readonly<Record<string, unknown>> }) {
  const locale = useLocale();
  return resource.nameField ? nameOf(resource.nameField, row)[locale] : '';
}
