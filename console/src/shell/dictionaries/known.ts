import * as shared from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';

/** A field that holds values of a dictionary, and its resource. */
interface Use {
  readonly resource: Text;
  readonly field: Text;
}

/** A closed list of the product, with what it is called and used for. */
export interface KnownDictionary {
  readonly dictionary: Dictionary;
  /** The label of the field that uses it; its code where none does. */
  readonly title: Text;
  /** The fields that hold its values, with the names of their resources. */
  readonly uses: readonly Use[];
}

/** Every dictionary of the contract, by code. */
export function knownDictionaries(resources: readonly Resource[] = registry): KnownDictionary[] {
  const uses = new Map<Dictionary, Use[]>(Object.values(shared).map((dictionary) => [dictionary, []]));
  for (const resource of resources) {
    for (const { dictionary, options } of Object.values(resource.fields)) {
      if (!dictionary) continue;
      const known = uses.get(dictionary) ?? [];
      uses.set(dictionary, known);
      known.push({ resource: resource.title, field: options.label });
    }
  }
  const labels = [...uses.values()].map(([use]) => use?.field.zh);
  return [...uses]
    .map(([dictionary, used]) => ({ dictionary, title: titleOf(dictionary, used[0], labels), uses: used }))
    .sort((one, other) => one.dictionary.code.localeCompare(other.dictionary.code));
}

/** The label of the field, with its resource where several dictionaries would be called the same. */
function titleOf({ code }: Dictionary, use: Use | undefined, labels: readonly (string | undefined)[]): Text {
  if (!use) return { zh: code, en: code };
  const { resource, field } = use;
  if (labels.filter((label) => label === field.zh).length === 1) return field;
  return { zh: `${resource.zh} · ${field.zh}`, en: `${resource.en} · ${field.en}` };
}
