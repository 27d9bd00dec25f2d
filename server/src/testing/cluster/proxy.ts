import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Member } from './database.ts';
import type { Programs } from './packages.ts';
import { endProgram, isOpen, startProgram, until } from './processes.ts';

const SHIPPED = fileURLToPath(new URL('../../../../deploy/haproxy.cfg', import.meta.url));
const START_SECONDS = 5;

/** Local ports in place of the addresses of the shipped configuration. */
export interface Places {
  readonly console: number;
  readonly database: number;
  /** Of the web nodes. */
  readonly nodes: readonly [number, number];
  readonly members: readonly Member[];
}

export interface ProxyProcess {
  readonly url: string;
  /** Its certificate, which nobody signed. */
  readonly certificate: string;
  stop(): Promise<void>;
}

/**
 * Starts HAProxy with `deploy/haproxy.cfg`, in which nothing but addresses, the path of the certificate and `maxconn` is replaced.
 * @throws when the file lacks one of these, or HAProxy refuses it
 */
export async function startProxy(folder: string, programs: Programs, places: Places): Promise<ProxyProcess> {
  const certificate = await makeCertificate(folder, programs);
  const configuration = path.join(folder, 'haproxy.cfg');
  const { console: port, database, nodes, members } = places;
  const [first, second] = members as [Member, Member];
  const text = replaceAll(await readFile(SHIPPED, 'utf8'), {
    // Each connection takes two file descriptors, of which a shell has fewer than a service.
    'maxconn 10000': 'maxconn 2000',
    'bind :443 ': `bind 127.0.0.1:${port} `,
    '/etc/ssl/private/console.pem': path.join(folder, 'console.pem'),
    '10.0.0.11:8080': `127.0.0.1:${nodes[0]}`,
    '10.0.0.12:8080': `127.0.0.1:${nodes[1]}`,
    'bind 127.0.0.1:5000': `bind 127.0.0.1:${database}`,
    '10.0.0.21:5432 check port 8008': `127.0.0.1:${first.port} check port ${first.patroniPort}`,
    '10.0.0.22:5432 check port 8008': `127.0.0.1:${second.port} check port ${second.patroniPort}`,
  });
  await writeFile(configuration, text);
  execFileSync(programs.haproxy, ['-c', '-q', '-f', configuration]);
  const log = path.join(folder, 'haproxy.log');
  const child = startProgram(programs.haproxy, ['-db', '-f', configuration], { log });
  await until('HAProxy', START_SECONDS, () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${readFileSync(log, 'utf8')}`);
    return isOpen(port);
  });
  return { url: `https://localhost:${port}`, certificate, stop: () => endProgram(child, 2) };
}

function replaceAll(text: string, changes: Readonly<Record<string, string>>): string {
  let changed = text;
  for (const [before, after] of Object.entries(changes)) {
    // In a comment too, as an example.
    if (!changed.includes(before)) throw new Error(`deploy/haproxy.cfg has no ${before}`);
    changed = changed.replaceAll(before, after);
  }
  return changed;
}

/** Makes a certificate for `localhost` with its key in `console.pem`. @returns the certificate */
async function makeCertificate(folder: string, { openssl }: Programs): Promise<string> {
  const [key, certificate] = [path.join(folder, 'console.key'), path.join(folder, 'console.crt')];
  execFileSync(
    openssl,
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const text = await readFile(certificate, 'utf8');
  await writeFile(path.join(folder, 'console.pem'), text + (await readFile(key, 'utf8')), { mode: 0o600 });
  return text;
}
