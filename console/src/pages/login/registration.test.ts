import { expect, test } from 'vitest';
import { firstInvalidField, initialRegistration, type Registration } from './registration.ts';

const whole: Registration = {
  tenantId: '000000',
  account: 'ada_trader',
  name: '',
  password: 'Good-password',
  password2: 'Good-password',
};

test.each<[Partial<Registration>, string | undefined]>([
  [{}, undefined],
  [{ tenantId: ' ', account: '', password: '' }, 'Enter the tenant ID first'],
  [{ account: ' ', password: '' }, 'Enter an account name'],
  [{ account: 'x', password: '', password2: '' }, 'Enter the password and confirm it'],
  [{ account: 'x', password2: '' }, 'Enter the password and confirm it'],
  [{ account: 'x', password2: 'Another-one' }, 'The passwords do not match'],
  [{ account: 'a b c d', password: 'x', password2: 'x' }, '4–32 letters, digits or underscores'],
  [{ password: 'onekindonly', password2: 'onekindonly' }, 'At least 8 characters including two of'],
  [{ password: 'Sh0rt!', password2: 'Sh0rt!' }, 'At least 8 characters including two of'],
])('of %j the first that is wrong is told', (change, message) => {
  const found = firstInvalidField({ ...whole, ...change })?.message.en;
  if (message === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(message);
});

test('a name from a provider becomes a valid account', () => {
  const stranger = { oauthId: 't', tenantId: '000001', account: 'Ada.Lovelace@example.com', name: 'A'.repeat(40) };
  expect(initialRegistration(stranger, undefined)).toMatchObject({ tenantId: '000001', account: 'Ada_Lovelace' });
  expect(initialRegistration(stranger, '000000')).toMatchObject({ tenantId: '000000', name: 'A'.repeat(32) });
});
