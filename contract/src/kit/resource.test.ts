import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { get, getOrPost, post } from './call.ts';
import { dictionary } from './dictionary.ts';
import { audited, bits, country, dict, int, json, money, text, textarea } from './field.ts';
import { crud, formSchema, resource, rowSchema } from './resource.ts';
import { sentenceOf } from './sentences.ts';

const label = { zh: '名称', en: 'Name' };
const sizes = dictionary('sizes', { small: { value: 1, zh: '小', en: 'Small' } });
const fields = {
  name: text({ label, max: 5, required: true }),
  note: textarea({ label, max: 5 }),
  code: text({ label, max: 5, required: true, form: 'create' }),
  total: int({ label, form: false }),
  cost: money({ label, readPermission: 'cost' }),
};
const isTaken = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('a row in an answer', () => {
  const row = rowSchema(fields);
  const whole = { id: 7n, name: 'a', note: null, code: 'b', total: null, cost: null };

  it('has the declared calls and fields only', () => {
    expect(z.encode(row, { ...whole, secret: 'x' } as never)).toEqual({ ...whole, id: '7' });
  });

  it('has every field, null only where the field is not required', () => {
    for (const name of ['id', 'name', 'note', 'code', 'total'])
      expect(z.safeEncode(row, { ...whole, [name]: undefined } as never).success, name).toBe(false);
    for (const name of ['id', 'name', 'code'])
      expect(z.safeEncode(row, { ...whole, [name]: null } as never).success, name).toBe(false);
  });

  it('may lack fields the reader may not see', () => {
    const { cost: _cost, ...seen } = whole;
    expect(z.encode(row, seen as never)).not.toHaveProperty('cost');
  });

  it('may contain values that today’s input rules refuse', () => {
    const older = rowSchema({
      name: text({ label, max: 2, required: true, pattern: /^a/ }),
      size: dict(sizes, { label }),
      uses: bits(sizes, { label }),
      count: int({ label, max: 3 }),
      place: country({ label }),
      tags: json(z.array(z.enum(['a'])), { label }, z.array(z.string())),
    });
    const before = { id: 1n, name: 'bbb', size: 9, uses: 8, count: 4, place: 'xx', tags: ['z'] };
    expect(z.encode(older, before as never)).toEqual({ ...before, id: '1' });
    expect(z.safeEncode(older, { ...before, count: 1.5 } as never).success).toBe(false);
  });
});

describe('input of a form', () => {
  it('a new record: required fields, and none the server computes', () => {
    const schema = formSchema(fields, 'create');
    expect(Object.keys(schema.shape)).toEqual(['name', 'note', 'code', 'cost']);
    expect(isTaken(schema, { name: 'a', code: 'b' })).toBe(true);
    expect(isTaken(schema, { name: 'a', code: 'b', note: null })).toBe(true);
    for (const wrong of [{ name: 'a' }, { code: 'b' }, { name: null, code: 'b' }, { name: ' ', code: 'b' }])
      expect(isTaken(schema, wrong), JSON.stringify(wrong)).toBe(false);
  });

  it('a change: changed fields, null for cleared ones, and none that is set only once', () => {
    const schema = formSchema(fields, 'update');
    expect(Object.keys(schema.shape)).toEqual(['name', 'note', 'cost']);
    for (const right of [{}, { note: null }, { cost: null }, { name: 'a' }])
      expect(isTaken(schema, right), JSON.stringify(right)).toBe(true);
    expect(isTaken(schema, { name: null })).toBe(false);
  });
});

describe('standard calls', () => {
  const calls = crud(fields, ['list', 'page', 'detail', 'save', 'update', 'submit', 'remove', 'export']);

  it('read by GET and change by POST, each with its permission', () => {
    expect(Object.entries(calls).map(([name, call]) => [name, call.methods, call.access, call.answer])).toEqual([
      ['list', ['GET'], 'view', 'envelope'],
      ['page', ['GET'], 'view', 'envelope'],
      ['detail', ['GET'], 'view', 'envelope'],
      ['save', ['POST'], 'add', 'envelope'],
      ['update', ['POST'], 'edit', 'envelope'],
      ['submit', ['POST'], 'edit', 'envelope'],
      ['remove', ['POST'], 'delete', 'envelope'],
      ['export', ['POST'], 'export', 'file'],
    ]);
    for (const [name, call] of Object.entries(calls)) expect(call.standard).toBe(name);
  });

  it('change a record by its id, and over a version if one is given', () => {
    expect(z.decode(calls.update.input, { id: '7', version: 3, name: 'a' })).toEqual({ id: 7n, version: 3, name: 'a' });
    expect(isTaken(calls.update.input, { name: 'a' })).toBe(false);
    expect(isTaken(calls.update.input, { id: '7', version: 1.5 })).toBe(false);
  });

  it('adds or changes with one call; fields set only once are for new records', () => {
    expect(z.decode(calls.submit.input, { name: 'a', code: 'b' })).toEqual({ name: 'a', code: 'b' });
    expect(z.decode(calls.submit.input, { id: '7', name: 'a' } as never)).toEqual({ id: 7n, name: 'a' });
    expect(isTaken(calls.submit.input, { name: null })).toBe(false);
    const { error } = calls.submit.input.safeParse({ note: 'x' } as never);
    expect(error?.issues.map((issue) => [issue.path, sentenceOf(issue)?.zh])).toEqual([
      [['name'], '请填写'],
      [['code'], '请填写'],
    ]);
    expect(isTaken(calls.submit.input, { id: '7', note: 'x' })).toBe(true);
  });

  it('accept further parameters of a list, and of its export', () => {
    const more = crud(fields, ['list', 'export'], { more: { kind: z.enum(['a']) } });
    expect(z.decode(more.list.input, { kind: 'a' }).more).toEqual({ kind: 'a' });
    expect(z.decode(more.export.input, { kind: 'a' }).more).toEqual({ kind: 'a' });
  });
});

describe('calls of a resource’s own', () => {
  const title = label;

  it('read, change, or do both; options that are not given are absent', () => {
    expect([get, post, getOrPost].map((of) => of({ title, access: 'public' }).methods)).toEqual([
      ['GET'],
      ['POST'],
      ['GET', 'POST'],
    ]);
    const call = post({ title, access: 'edit' });
    expect(call).toMatchObject({ access: 'edit', answer: 'envelope', idempotent: true });
    expect([isTaken(call.input, {}), isTaken(call.data, undefined), isTaken(call.data, {})]).toEqual([
      true,
      true,
      false,
    ]);
    for (const name of ['whileLocked', 'perMinute', 'upload', 'beforePasswordChange'])
      expect(call).not.toHaveProperty(name);
  });

  it('have the declared texts', () => {
    const options = {
      title,
      access: 'signed-in',
      answer: 'bare',
      whileLocked: true,
      perMinute: 0,
      upload: { maxBytes: 5 },
      beforePasswordChange: true,
    } as const;
    expect(post(options)).toMatchObject(options);
  });
});

it('a resource has no extra permissions unless it names them', () => {
  const plain = resource('a/b', { title: label, fields: { ...fields, ...audited }, calls: {} });
  expect(plain.extras).toEqual({});
});
