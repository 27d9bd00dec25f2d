import { describe, expect, test } from 'vitest';
import { socketAddresses } from './channel.ts';

describe('where pushed events are looked for', () => {
  test.each([
    ['https:', 'console.example.com', '', 5884, ['https://console.example.com']],
    ['http:', '192.0.2.10', ':8080', 5884, ['http://192.0.2.10:5884', 'http://192.0.2.10:8080']],
    ['http:', 'localhost', ':5173', 6000, ['http://localhost:6000', 'http://localhost:5173']],
    ['http:', '[::1]', ':5884', 5884, ['http://[::1]:5884']],
    ['http:', 'localhost', ':8000', null, ['http://localhost:8000']],
  ])('%s//%s%s, message port %s', (protocol, hostname, port, messagePort, addresses) => {
    expect(socketAddresses({ protocol, hostname, host: hostname + port }, messagePort)).toEqual(addresses);
  });
});
