import {
  isBlank,
  type ParameterProblem,
  parameterProblem,
  type TemplateParameter,
  type TemplateValues,
} from '@trade-assistant/contract/template.ts';
import type { Translate } from '../../../kit/i18n.ts';
import type { ListInputState } from '../../list-tasks/use-list-input.ts';

/** Where the value of a parameter comes from: a column of the list, counted from 0, or the same text for all. */
export interface ValueSource {
  readonly column?: number | undefined;
  readonly value?: string | undefined;
}
/** By key of the parameter. */
export type ValueSources = Readonly<Record<string, ValueSource>>;

/** Returns the chosen sources, and for the others the column with the name of the parameter or the next one behind the numbers. */
export function sourcesOf(
  parameters: readonly TemplateParameter[],
  { columns, numberColumn }: Pick<ListInputState, 'columns' | 'numberColumn'>,
  chosen: ValueSources,
): ValueSources {
  const free = columns.map((_, index) => index).filter((index) => index !== numberColumn);
  return Object.fromEntries(
    parameters.map(({ key, name }, index) => {
      const named = columns.findIndex((column) => column.trim().toLowerCase() === name.toLowerCase());
      const suggested = named >= 0 ? named : free[index];
      return [key, own(chosen, key) ?? (suggested === undefined ? {} : { column: suggested })];
    }),
  );
}

/** Returns the value of a name that a text may give to a variable, such as `constructor`. */
const own = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** Returns the values of one line of the list. */
export const valuesOf = (sources: ValueSources, cells: readonly string[]): TemplateValues =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([key, { column, value }]) => {
      const given = column === undefined ? value : cells[column];
      return given === undefined || given === '' ? [] : [[key, given]];
    }),
  );

/** Returns the sources as the calls take them. */
export const sourcesToSend = (sources: ValueSources): ({ key: string } & ValueSource)[] =>
  Object.entries(sources).map(([key, source]) => ({ key, ...source }));

/** Returns whether each parameter has a source. */
export const isEachGiven = (sources: ValueSources): boolean =>
  Object.values(sources).every(({ column, value }) => column !== undefined || !isBlank(value ?? ''));

/** Returns the name of a parameter, as the template has it. */
export function nameOf({ name, part, kind }: Pick<TemplateParameter, 'name' | 'part' | 'kind'>, t: Translate): string {
  if (kind === 'media') return t({ zh: '附件地址', en: 'Address of the attachment' });
  if (part === 'text') return `{${name}}`;
  if (part === 'button') return t({ zh: '按钮 {n}', en: 'Button {n}' }, { n: Number(name) + 1 });
  const side = part === 'header' ? t({ zh: '标题', en: 'Header' }) : t({ zh: '正文', en: 'Body' });
  return `${side} {{${name}}}`;
}

/** Returns the parameters of a line that cannot be sent, with their problems. */
export const problemsOf = (
  parameters: readonly TemplateParameter[],
  values: TemplateValues,
): readonly { readonly parameter: TemplateParameter; readonly problem: ParameterProblem }[] =>
  parameters.flatMap((parameter) => {
    const problem = parameterProblem(parameter, own(values, parameter.key));
    return problem === null ? [] : [{ parameter, problem }];
  });
