import { describe, expect, test } from 'vitest';
import { parseDevice } from '../../kit/device.ts';
import { pictureKind, pictureProblem } from './picture.ts';
import { strengthOf } from './strength.ts';

describe('the strength of a password', () => {
  test.each([
    ['', 0],
    ['Short1!', 0],
    ['onlyletters', 0],
    ['1234567890', 0],
    ['abcd1234', 1],
    ['aaaaaaa1', 1],
    ['Summer2026', 2],
    ['Grün-Tee-4', 3],
    ['correct horse 7 battery', 4],
  ] as const)('%j is %d', (password, strength) => expect(strengthOf(password)).toBe(strength));
});

describe('a picture', () => {
  const jpg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])]);
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  test('is recognised by its content', async () => {
    expect(await pictureKind(jpg)).toBe('image/jpeg');
    expect(await pictureKind(new Blob([new Uint8Array(png)]))).toBe('image/png');
    for (const other of ['GIF89a..', '<svg/>..', '', 'PNG'])
      expect(await pictureProblem(new File([other], 'me.png', { type: 'image/png' }))).toBe('kind');
  });

  test('has at most 500 kB', async () => {
    const sized = (bytes: number) => new Blob([new Uint8Array(png), new Uint8Array(bytes - png.length)]);
    expect(await pictureProblem(sized(500 * 1024))).toBeUndefined();
    expect(await pictureProblem(sized(500 * 1024 + 1))).toBe('size');
  });
});

describe('a device', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      { name: 'Chrome 141 · Windows', isPhone: false },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      { name: 'Safari 18 · iOS', isPhone: true },
    ],
    ['', { name: '', isPhone: false }],
    ['curl/8.5.0', { name: 'curl/8.5.0', isPhone: false }],
  ])('%j', (agent, device) => expect(parseDevice(agent)).toEqual(device));
});
