import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { canBeFramed, framingOf } from './framing.ts';

const OWN = 'https://console.example.com';
const PAGE = 'https://docs.example.org/start';
const allows = (headers: Record<string, string>, page = PAGE) => canBeFramed(new Headers(headers), page, OWN);
const ancestors = (sources: string) =>
  allows({ 'content-security-policy': `default-src 'self'; frame-ancestors ${sources}` });

describe('a foreign page in a frame', () => {
  it('is allowed without the setting', () => {
    expect(allows({})).toBe(true);
    expect(allows({ 'content-security-policy': "default-src 'self'" })).toBe(true);
  });

  it('is refused by the older header, its own origin excepted', () => {
    expect(allows({ 'x-frame-options': 'DENY' })).toBe(false);
    expect(allows({ 'x-frame-options': 'SAMEORIGIN' })).toBe(false);
    expect(allows({ 'x-frame-options': 'SAMEORIGIN' }, `${OWN}/help`)).toBe(true);
  });

  it.each([
    ["'none'", false],
    ["'self'", false],
    ['*', true],
    ['https:', true],
    ['http:', false],
    ['console.example.com', true],
    ['https://*.example.com', true],
    ['https://*.example.org', false],
    ['https://console.example.com:8443', false],
    ['https://console.example.com:*', true],
    ['https://evil-console.example.com', false],
    ["'self' https://console.example.com", true],
  ])('with frame-ancestors %s: %s', (sources, isAllowed) => {
    expect(ancestors(sources)).toBe(isAllowed);
  });

  it('is allowed only when every policy agrees, and the newer header replaces the older one', () => {
    expect(allows({ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" })).toBe(false);
    expect(allows({ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' })).toBe(true);
  });

  it('is asked by its headers alone; silence is no verdict', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader('X-Frame-Options', 'DENY').end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/start`;
    expect(await framingOf(page, OWN)).toBe('refused');
    expect(asked).toEqual(['HEAD /start']);
    await new Promise((resolve) => server.close(resolve));
    expect(await framingOf(page, OWN)).toBe('unknown');
  });
});
