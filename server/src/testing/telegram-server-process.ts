import { startTelegramServer } from './telegram-server.ts';

/** Gateway and Bot API in a process of its own: port and journal are its arguments. */
const [port = '0', journal = ''] = process.argv.slice(2);
const server = await startTelegramServer({ port: Number(port), ...(journal ? { journal } : {}) });
process.stdout.write(`${server.address}\n`);
