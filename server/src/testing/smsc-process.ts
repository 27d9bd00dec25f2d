import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type SmscBehaviour, startSmsc } from './smsc.ts';

/**
 * An SMSC in a process of its own: port and journal are its arguments. Prints its address and that of its control port, to which a
 * behaviour is posted as JSON; a number posted to `/receipts` sends receipts for all taken parts, so many a second, and `/forget` clears these.
 * GET returns the number of bound sessions, of taken parts, and of messages from here that were answered without an error.
 */
const [port = '0', journal = ''] = process.argv.slice(2);
const smsc = await startSmsc({ port: Number(port), ...(journal ? { journal } : {}) });
const control = createServer(async (request, response) => {
  if (request.url === '/receipts') await smsc.reportTaken(Number(await text(request)));
  else if (request.url === '/forget') smsc.forget(true);
  else if (request.method === 'POST') smsc.behaviour = JSON.parse((await text(request)) || '{}') as SmscBehaviour;
  const answered = smsc.answers.filter((status) => status === 0).length;
  response.end(JSON.stringify({ bound: smsc.bound(), taken: smsc.taken.length, answered }));
});
control.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${smsc.address}\nhttp://127.0.0.1:${(control.address() as AddressInfo).port}\n`);
});
