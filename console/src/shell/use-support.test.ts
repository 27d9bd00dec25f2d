import { describe, expect, it } from 'vitest';
import { supportOf } from './use-support.ts';

describe('supportOf', () => {
  it('leads to Telegram, or to the page named', () => {
    expect(supportOf('@alder_desk')).toEqual({ name: '@alder_desk', href: 'https://t.me/alder_desk' });
    expect(supportOf('alder_desk')).toEqual({ name: '@alder_desk', href: 'https://t.me/alder_desk' });
    expect(supportOf('https://example.com/help')).toEqual({ name: 'example.com', href: 'https://example.com/help' });
  });

  it('returns undefined without a contact, and for invalid stored values', () => {
    for (const address of ['', 'javascript:alert(1)', 'http://example.com', '@a b'])
      expect(supportOf(address)).toBe(undefined);
  });
});
