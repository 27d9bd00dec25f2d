import { startWhatsappServer } from './whatsapp-server.ts';

/** The Cloud API in a process of its own: port, journal, address for statuses, and statuses of one webhook are its arguments. */
const [port = '0', journal = '', address = '', together = '1'] = process.argv.slice(2);
const server = await startWhatsappServer({ port: Number(port), ...(journal ? { journal } : {}) });
if (address) server.report({ address, together: Number(together) });
process.stdout.write(`${server.address}\n`);
