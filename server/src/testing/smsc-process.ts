import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type SmscBehaviour, startSmsc } from './smsc.ts';

/**
 * An SMSC in a process of its own: port and journal are its arguments. Prints its address and that of its control port, to which a
 * behaviour is posted as JSON; GET returns the number of bound sessions and of taken parts.
 */
const [port = '0', journal = ''] = process.argv.slice(2);
const smsc = await startSmsc({ port: Number(port), ...(journal ? { journal } : {}) });
const control = createServer(async (request, response) => {
  if (request.method === 'POST') smsc.behaviour = JSON.parse((await text(request)) || '{}') as SmscBehaviour;
  response.end(JSON.stringify({ bound: smsc.bound(), taken: smsc.taken.length }));
});
control.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${smsc.address}\nhttp://127.0.0.1:${(control.address() as AddressInfo).port}\n`);
});
