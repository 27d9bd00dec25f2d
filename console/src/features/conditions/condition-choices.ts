import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** Comparisons in the order they are offered; `''`: a set of bits that contains all the given ones. */
const OPERATORS: Readonly<Record<string, Text>> = {
  in: { zh: '属于（逗号分隔）', en: 'is one of (commas)' },
  equal: { zh: '等于', en: 'is' },
  notequal: { zh: '不等于', en: 'is not' },
  like: { zh: '包含', en: 'contains' },
  likeright: { zh: '开头为', en: 'starts with' },
  likeleft: { zh: '结尾为', en: 'ends with' },
  dategt: { zh: '从', en: 'from' },
  datelt: { zh: '早于', en: 'before' },
  ge: { zh: '不小于', en: 'is at least' },
  le: { zh: '不大于', en: 'is at most' },
  gt: { zh: '大于', en: 'is more than' },
  lt: { zh: '小于', en: 'is less than' },
  datege: { zh: '从', en: 'from' },
  datele: { zh: '至', en: 'until' },
  '': { zh: '含有或等于', en: 'is or has' },
};
const ORDER = Object.keys(OPERATORS);

const partsOf = (parameter: string): readonly [field: string, suffix: string] => {
  const at = parameter.lastIndexOf('_');
  return at < 0 ? [parameter, ''] : [parameter.slice(0, at), parameter.slice(at + 1)];
};

export interface ConditionField {
  readonly field: string;
  readonly label: string;
  readonly conditions: readonly { readonly parameter: string; readonly operator: Text }[];
}

/** Times are compared by whole days. */
const isSpare = (suffix: string, all: ReadonlySet<string>): boolean =>
  all.has('dategt') && !['equal', 'dategt', 'datelt'].includes(suffix);

const TEXTS: ReadonlySet<string> = new Set(['text', 'longText', 'identifier', 'phone', 'email', 'url']);
const MEASURES: ReadonlySet<string> = new Set([
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'dateTime',
  'duration',
]);

/**
 * The conditions a rule may have, by fields: those people rule by first (states, kinds, countries, people), then amounts and times, then
 * texts, and ids last. `named` are shown although they are spare: a rule has them.
 */
export function conditionChoices(
  parameters: readonly string[],
  fields: readonly { readonly name: string; readonly label: string; readonly kind: string }[],
  idLabel: string,
  named: readonly string[] = [],
): ConditionField[] {
  const suffixes = new Map<string, Set<string>>();
  for (const parameter of new Set([...parameters, ...named])) {
    const [field, suffix] = partsOf(parameter);
    suffixes.set(field, new Set([...(suffixes.get(field) ?? []), suffix]));
  }
  const order = fields.map(({ name }) => name);
  const known = new Map(fields.map((one) => [one.name, one]));
  const rank = (field: string): number => {
    const kind = known.get(field)?.kind;
    if (kind === undefined) return 3;
    if (TEXTS.has(kind)) return 2;
    return MEASURES.has(kind) ? 1 : 0;
  };
  return [...suffixes]
    .map(([field, all]) => ({
      field,
      rank: rank(field),
      label: known.get(field)?.label ?? (field === 'id' ? idLabel : field),
      conditions: [...all]
        .map((suffix) => ({ suffix, parameter: suffix === '' ? field : `${field}_${suffix}` }))
        .filter(({ suffix, parameter }) => named.includes(parameter) || !isSpare(suffix, all))
        .sort((a, b) => ORDER.indexOf(a.suffix) - ORDER.indexOf(b.suffix))
        .map(({ suffix, parameter }) => ({ parameter, operator: OPERATORS[suffix] ?? { zh: suffix, en: suffix } })),
    }))
    .sort((a, b) => a.rank - b.rank || order.indexOf(a.field) - order.indexOf(b.field))
    .map(({ field, label, conditions }) => ({ field, label, conditions }));
}
