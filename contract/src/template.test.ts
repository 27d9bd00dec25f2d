import { describe, expect, it } from 'vitest';
import {
  componentsOf,
  filledText,
  parameterProblem,
  type TemplateParameter,
  templateParameters,
  textVariables,
  unsupportedPart,
} from './template.ts';

describe('a text with variables', () => {
  it('names each variable once, in the order of the text', () => {
    expect(textVariables('{{ b }} {{a.x}} {{b}} {c} {{constructor}}')).toEqual(['b', 'a.x', 'constructor']);
  });

  it.each(['constructor', '__proto__', 'toString', 'unknown'])('keeps {{%s}} without a value', (name) => {
    expect(filledText(`Hi {{${name}}}`, {})).toBe(`Hi {{${name}}}`);
  });

  it('has the value of each variable', () => {
    const values = Object.fromEntries([
      ['name', 'Ana'],
      ['__proto__', 'own'],
    ]);
    expect(filledText('{{name}} {{ __proto__ }}', values)).toBe('Ana own');
  });
});

describe('a value of a parameter', () => {
  const parameter: TemplateParameter = { key: 'body.1', part: 'body', name: '1', kind: 'text', sample: null };

  it.each([undefined, '', ' ', '\u200b', '\u00a0\ufeff', '\u2060\u3164'])('%j is none', (value) => {
    expect(parameterProblem(parameter, value)).toBe('missing');
  });

  it.each(['0', 'a\u200bb', '👨‍👩‍👧'])('%j is one', (value) => {
    expect(parameterProblem(parameter, value)).toBeNull();
  });
});

describe('a template', () => {
  const body = { type: 'BODY', text: 'Hello {{1}}' };
  const buttons = (...given: object[]) => ({ type: 'BUTTONS', buttons: given });

  it.each([
    [[body]],
    [[{ type: 'header', format: 'image' }, body, { type: 'FOOTER', text: 'x' }]],
    [[body, buttons({ type: 'URL', url: 'https://example.com/{{1}}' }, { type: 'QUICK_REPLY' })]],
    [[body, buttons({ type: 'OTP', url: 'https://example.com/?code={{1}}' })]],
  ])('with %j can be sent', (given) => expect(unsupportedPart(componentsOf(given))).toBeNull());

  it.each([
    ['HEADER LOCATION', [{ type: 'HEADER', format: 'LOCATION' }, body]],
    ['COPY_CODE', [body, buttons({ type: 'URL' }, { type: 'COPY_CODE', example: ['25OFF'] })]],
    ['LIMITED_TIME_OFFER', [{ type: 'limited_time_offer', limited_time_offer: { text: 'Ends' } }, body]],
    ['CAROUSEL', [body, { type: 'CAROUSEL', cards: [] }]],
    ['BUTTONS UNREADABLE', [body, buttons({ type: 'URL', url: 7 })]],
    ['UNREADABLE', [body, 'odd']],
    ['BODY', []],
  ])('with the part %s cannot', (part, given) => expect(unsupportedPart(componentsOf(given))).toBe(part));

  it('keeps the values of its other parts beside an odd one', () => {
    expect(
      templateParameters(componentsOf([body, buttons({ type: 'URL', url: 7 }), 'odd'])).map(({ key }) => key),
    ).toEqual(['body.1']);
  });
});
