import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (file) => JSON.parse(readFileSync(new URL(`../server/src/engines/${file}`, import.meta.url), 'utf8'));
const { divisions, source: sourceOfDivisions } = read('office/regions/divisions.json');
const { countries, source: sourceOfCountries } = read('stock/inventory/countries.json');

describe('the tables that `node scripts/tables.mjs` writes', () => {
  test('name their packages with version and licence', () => {
    for (const source of [...sourceOfDivisions, ...sourceOfCountries])
      expect(source).toMatch(/^[@\w/-]+ \d+\.\d+\.\d+ \(MIT, ©/);
  });

  test('hold every division of China below its province', () => {
    const codes = Object.keys(divisions);
    const countOf = (digits) => codes.filter((code) => code.length === digits).length;
    expect([countOf(2), countOf(4), countOf(6)]).toEqual([34, 369, 3479]);
    expect(codes.filter((code) => !/^\d+$/.test(code) || !divisions[code.slice(0, 2)])).toEqual([]);
    expect(Object.values(divisions).filter((name) => !/^[\p{Script=Han}·]+$/u.test(name))).toEqual([]);
  });

  test('hold every country of ISO 3166 with its names, and a currency of ISO 4217', () => {
    expect(Object.keys(countries).length).toBeGreaterThanOrEqual(249);
    const currencies = new Set(Intl.supportedValuesOf('currency'));
    for (const [code, { iso3, zh, en, currency }] of Object.entries(countries)) {
      expect(`${code} ${iso3}`).toMatch(/^[A-Z]{2} [A-Z]{3}$/);
      expect(zh, code).toMatch(/\p{Script=Han}/u);
      expect(en, code).toMatch(/^\p{Lu}/u);
      if (currency !== null) expect(currencies, code).toContain(currency);
    }
  });
});
