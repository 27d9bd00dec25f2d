import { type Finding, startCheckServer } from './check-server.ts';

/** A provider in a process of its own: port, journal and pause are its arguments. Half of its batches are collected later. */
const [port = '0', journal = '', pause = '0'] = process.argv.slice(2);
const server = await startCheckServer(Number(port), { journal, pause: Number(pause) });
const accept = { kind: 'accept', afterSeconds: 0 } as const;
const good = { kind: 'results', change: (all: Finding[]) => all } as const;
server.behave(...Array.from({ length: 10_000 }, (_, n) => ({ on: 'submit' as const, act: n % 2 ? accept : good })));
process.stdout.write(`${server.address}\n`);
