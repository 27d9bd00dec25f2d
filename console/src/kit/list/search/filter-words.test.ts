import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { bits, country, dict, int, text, time } from '@trade-assistant/contract/kit/field.ts';
import { expect, test } from 'vitest';
import { activeFilters, chosenStates, isParameterOf } from './filter-words.ts';

const states = dictionary('chip_states', {
  a: { value: 1, zh: '甲', en: 'A', tone: 'off' },
  b: { value: 2, zh: '乙', en: 'B', tone: 'off' },
  c: { value: 4, zh: '丙', en: 'C', tone: 'off' },
});
const label = { zh: '名', en: 'Name' };
const fields = {
  name: text({ label, search: 'like', max: 9 }),
  state: dict(states, { label, search: 'in' }),
  can: bits(states, { label, search: 'equal' }),
  tons: int({ label, search: 'range' }),
  made: time({ label, search: 'range' }),
  home: country({ label, search: 'equal' }),
};
const words = (filters: Record<string, string>) =>
  activeFilters(fields, filters, 'en').map(({ name, text: said }) => [name, said]);

test.each([
  [{ name: 'x' }, [['name', 'x']]],
  [{ state_in: '1,4' }, [['state', 'A, C']]],
  [{ state_notequal: '2' }, [['state', '≠ B']]],
  [{ name_notequal: 'x' }, [['name', '≠ x']]],
  [{ can: '3' }, [['can', 'A, B']]],
  [{ tons_ge: '5' }, [['tons', '≥ 5']]],
  [{ tons_le: '7' }, [['tons', '≤ 7']]],
  [{ tons_ge: '5', tons_le: '7' }, [['tons', '5 – 7']]],
  [{ made_dategt: '2026-01-01 00:00:00', made_datelt: '2026-02-01 00:00:00' }, [['made', '2026-01-01 – 2026-01-31']]],
  [{ made_dategt: '2026-01-01 00:00:00', made_datelt: '2026-01-02 00:00:00' }, [['made', '2026-01-01']]],
  [{ nobody: '1' }, []],
])('%j is told as %j', (filters, expected) => expect(words(filters as Record<string, string>)).toEqual(expected));

test('a country has its code, whose name is fetched', () => {
  expect(activeFilters(fields, { home: 'US' }, 'en')).toMatchObject([{ code: 'US', parameters: ['home'] }]);
});

test('a parameter belongs to one field', () => {
  expect(isParameterOf('status', 'status_in')).toBe(true);
  expect(isParameterOf('status', 'status_of')).toBe(false);
  expect(isParameterOf('status', 'statusOf')).toBe(false);
});

test.each([
  [{}, []],
  [{ state: '2', name: 'x' }, ['2']],
  [{ state_equal: '2' }, ['2']],
  [{ state_in: '1,4' }, ['1', '4']],
  [{ state_notequal: '2' }, null],
  [{ state_in: '1,4', state_notequal: '4' }, null],
])('of %j tabs of states show %j', (filters: Record<string, string>, values) => {
  expect(chosenStates('state', filters)).toEqual(values);
});
