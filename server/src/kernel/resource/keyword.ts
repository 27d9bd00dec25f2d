import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { cleanDigits } from '@trade-assistant/contract/kit/phone-number.ts';
import type { Fields } from '@trade-assistant/contract/kit/resource.ts';

/** Fewer digits would match too many numbers. */
const LEAST_DIGITS = 4;

/**
 * Returns filters of which a row meets at least one (`anyOf` of a list): numbers by their digits, documents by their last characters,
 * other fields by a part or as a whole, as each declares.
 */
export function keywordFilters(fields: Fields, by: readonly string[], keyword: string): Filter[] {
  const digits = cleanDigits(keyword)?.replace('+', '').length ?? 0;
  return by.flatMap((name): Filter[] => {
    const { kind, options } = fields[name] as Field;
    if (kind === 'phone')
      return digits < LEAST_DIGITS ? [] : [{ field: name, operator: 'contains', value: keyword, isPhone: true }];
    const operator = options.search === 'ending' ? 'tail' : options.search === 'like' ? 'contains' : 'eq';
    return [{ field: name, operator, value: keyword }];
  });
}
