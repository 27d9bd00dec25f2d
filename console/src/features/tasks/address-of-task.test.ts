import { expect, test } from 'vitest';
import { addressOfTask } from './address-of-task.ts';

test('names the task that waits, where a screen can show it', () => {
  expect(addressOfTask({ taskNo: 'IM1', bizType: 'whatsapp/pre-warehouse' })).toBe('/whatsapp/pre-warehouse?task=IM1');
  expect(addressOfTask({ taskNo: 'IM1', bizType: 'https://evil.example' })).toBeUndefined();
  expect(addressOfTask({ taskNo: 'IM1', bizType: null })).toBeUndefined();
});
