import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import {
  type ParameterProblem,
  parameterProblem,
  type TemplateParameter,
  type TemplateValues,
} from '@trade-assistant/contract/template.ts';
import type { Recipients } from './use-recipients.ts';

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
  { columns, numberColumn }: Pick<Recipients, 'columns' | 'numberColumn'>,
  chosen: ValueSources,
): ValueSources {
  const free = columns.map((_, index) => index).filter((index) => index !== numberColumn);
  return Object.fromEntries(
    parameters.map(({ key, name }, index) => {
      const named = columns.findIndex((column) => column.trim().toLowerCase() === name.toLowerCase());
      const suggested = named >= 0 ? named : free[index];
      return [key, chosen[key] ?? (suggested === undefined ? {} : { column: suggested })];
    }),
  );
}

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
  Object.values(sources).every(({ column, value }) => column !== undefined || Boolean(value?.trim()));

/** Returns the parameters of a line that cannot be sent, with their problems. */
export const problemsOf = (
  parameters: readonly TemplateParameter[],
  values: TemplateValues,
): readonly { readonly name: string; readonly problem: ParameterProblem }[] =>
  parameters.flatMap((parameter) => {
    const problem = parameterProblem(parameter, values[parameter.key]);
    return problem === null ? [] : [{ name: parameter.name, problem }];
  });

export const problemWords: Readonly<Record<ParameterProblem, Text>> = {
  missing: { zh: '没有值', en: 'has no value' },
  long: { zh: '过长', en: 'is too long' },
  breaks: { zh: '含换行、制表符或连续 5 个以上空格', en: 'has line breaks, tabs or five spaces in a row' },
  address: { zh: '应为 https 地址', en: 'should be an https address' },
};
