import { describe, expect, test } from 'vitest';
import { socketAddresses } from './addresses.ts';

describe('where pushed events are looked for', () => {
  test.each([
    ['https:', 'console.example.com', '', ['https://console.example.com']],
    ['http:', '192.0.2.10', ':8080', ['http://192.0.2.10:5884', 'http://192.0.2.10:8080']],
    ['http:', 'localhost', ':5173', ['http://localhost:5884', 'http://localhost:5173']],
    ['http:', '[::1]', ':5884', ['http://[::1]:5884']],
  ])('%s//%s%s', (protocol, hostname, port, addresses) => {
    expect(socketAddresses({ protocol, hostname, host: hostname + port })).toEqual(addresses);
  });
});
