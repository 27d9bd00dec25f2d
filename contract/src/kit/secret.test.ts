import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registry } from '../registry.ts';
import { isFitting, SECRET_MASK, secret, text } from './field.ts';
import type { Resource } from './resource.ts';
import { rowSchema } from './resource.ts';

const label = { zh: '密钥', en: 'Key' };

describe('a secret', () => {
  it('is answered as a mask, whatever its value', () => {
    const row = rowSchema({ secretKey: secret({ label, max: 10 }) });
    expect(z.encode(row, { id: 1n, secretKey: '1.abc.sealed' })).toEqual({ id: '1', secretKey: SECRET_MASK });
    expect(z.encode(row, { id: 1n, secretKey: null })).toEqual({ id: '1', secretKey: null });
  });

  it('has a name that logs recognise, and is in no list', () => {
    const named = /pass(word|phrase)?|token|secret|api[-_]?key|private[-_]?key|card[-_]?no/i;
    const wrong = (registry as readonly Resource[]).flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { kind, options }]) =>
        kind === 'secret' && (!named.test(field) || options.list || options.search) ? [`${name}.${field}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a condition', () => {
  const field = text({ label, max: 10, when: { field: 'category', is: [2, 3] } });
  it.each([
    [{ category: 2 }, true],
    [{ category: '3' }, true],
    [{ category: 1 }, false],
    [{}, false],
  ])('with %j: %s', (values, fits) => expect(isFitting(field, values)).toBe(fits));
});
