import type { TemplateParameter } from '@trade-assistant/contract/template.ts';
import { describe, expect, it } from 'vitest';
import { problemsOf, sourcesOf, valuesOf } from './value-sources.ts';

const parameter = (name: string): TemplateParameter => ({ key: name, part: 'text', name, kind: 'text', sample: null });
const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

describe('the values of a text', () => {
  it.each(NAMES)('named %s come from their column or are missing, as those of any name', (name) => {
    const parameters = [parameter(name)];
    const list = { columns: ['number', 'name'], numberColumn: 0 };
    const sources = sourcesOf(parameters, list, {});
    expect(Object.entries(sources)).toEqual([[name, { column: 1 }]]);
    const values = valuesOf(sources, ['12025550100', 'Ana']);
    expect(Object.entries(values)).toEqual([[name, 'Ana']]);
    expect(problemsOf(parameters, values)).toEqual([]);
    expect(problemsOf(parameters, {})).toEqual([{ parameter: parameters[0], problem: 'missing' }]);
  });

  it('keep a chosen source', () => {
    const chosen = { constructor: { value: 'Ana' } };
    const sources = sourcesOf([parameter('constructor')], { columns: ['number'], numberColumn: 0 }, chosen);
    expect(sources['constructor']).toEqual({ value: 'Ana' });
  });
});
