import { describe, expect, it } from 'vitest';
import { AppError, commonErrors, declaredErrors, defineErrors, isAppError } from './errors.ts';

const errors = defineErrors({
  TEST_TOO_MANY: { status: 409, zh: '最多 {n} 条', en: 'At most {n}' },
  TEST_CLOSED: { status: 423, zh: '已关闭', en: 'Closed' },
});

describe('a declared error', () => {
  it('has its sentence in the requested language, filled in', () => {
    const error = errors.TEST_TOO_MANY({ n: 5n });
    expect([error.say('zh'), error.say('en'), error.message]).toEqual(['最多 5 条', 'At most 5', 'At most 5']);
  });

  it('carries its code, its status and the given data', () => {
    const error = errors.TEST_CLOSED({}, { rows: [1] });
    expect(error).toMatchObject({ name: 'AppError', code: 'TEST_CLOSED', status: 423, data: { rows: [1] } });
    expect(errors.TEST_CLOSED().data).toBeUndefined();
    expect(error).toBeInstanceOf(Error);
  });

  it('is known by its code from then on', () => {
    expect(declaredErrors.get('TEST_CLOSED')).toEqual({ status: 423, zh: '已关闭', en: 'Closed' });
    expect(Object.keys(errors.declarations)).toEqual(['TEST_TOO_MANY', 'TEST_CLOSED']);
  });

  it('is distinguished from other refusals and from other errors', () => {
    const error: unknown = errors.TEST_CLOSED();
    expect([isAppError(error), isAppError(error, 'TEST_CLOSED'), isAppError(error, 'NOT_FOUND')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isAppError(new Error('x')), isAppError({ code: 'TEST_CLOSED' }, 'TEST_CLOSED')]).toEqual([false, false]);
    expect(isAppError(new AppError('X', { status: 400, zh: '', en: '' }), 'X')).toBe(true);
  });
});

it.each([
  ['BAD_REQUEST', 400],
  ['UNAUTHENTICATED', 401],
  ['NO_PERMISSION', 403],
  ['OUT_OF_SCOPE', 403],
  ['NOT_FOUND', 404],
  ['METHOD_NOT_ALLOWED', 405],
  ['STALE_DATA', 400],
  ['DUPLICATE_SUBMIT', 409],
  ['PAYLOAD_TOO_LARGE', 413],
  ['SESSION_LOCKED', 423],
  ['RATE_LIMITED', 429],
  ['UNAVAILABLE', 503],
] as const)('%s is %d, and nobody’s fault', (code, status) => {
  expect(commonErrors.declarations[code]).toMatchObject({ status });
  expect(commonErrors.declarations[code]).not.toHaveProperty('report');
});

it('INTERNAL alone is reported as our fault', () => {
  expect(commonErrors.declarations.INTERNAL).toMatchObject({ status: 500, report: true });
});
