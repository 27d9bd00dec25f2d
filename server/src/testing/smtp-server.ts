import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A message as the mail server received it. */
export interface ReceivedMail {
  readonly to: readonly string[];
  /** The account that signed in. */
  readonly user: string | undefined;
  readonly raw: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly content: Buffer }[];
}

export interface SmtpServer {
  readonly port: number;
  received(): readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a mail server in a process of its own. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const journal = path.join(await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-mail-')), 'journal');
  writeFileSync(journal, '');
  const script = fileURLToPath(new URL('./smtp-server-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, journal], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(line.toString().trim()),
    received: () =>
      readFileSync(journal, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((one) => read(JSON.parse(one) as { to: string[]; user?: string; raw: string })),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

function read({ to, user, raw }: { to: string[]; user?: string; raw: string }): ReceivedMail {
  const parts = partsOf(raw);
  const [first] = parts;
  return {
    ...{ to, user, raw },
    subject: wordsOf(headerOf(raw, 'Subject')),
    text: first ? contentOf(first).toString('utf8') : '',
    attachments: parts
      .filter((part) => /^Content-Disposition: attachment/im.test(part))
      .map((part) => ({ name: fileNameOf(part), content: contentOf(part) })),
  };
}

/** The parts of a message of several, or the message itself. */
function partsOf(raw: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  if (!boundary) return [raw];
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r?\n/, ''));
}

const unfolded = (part: string): string => (part.split(/\r?\n\r?\n/)[0] ?? '').replace(/\r?\n[ \t]+/g, ' ');
const headerOf = (part: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded(part))?.[1]?.trim() ?? '';

function contentOf(part: string): Buffer {
  const body = part
    .split(/\r?\n\r?\n/)
    .slice(1)
    .join('\r\n\r\n');
  const encoding = headerOf(part, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body.replace(/\s/g, ''), 'base64');
  if (encoding === 'quoted-printable') return quoted(body.replace(/=\r?\n/g, ''));
  return Buffer.from(body, 'utf8');
}

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** The words of an encoded header. */
const wordsOf = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      (way.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : quoted(text.replaceAll('_', ' '))).toString('utf8'),
    );

function fileNameOf(part: string): string {
  const header = headerOf(part, 'Content-Disposition');
  const pieces = [...header.matchAll(/filename\*\d*\*?="?([^;"]+)"?/gi)].map(([, piece = '']) => piece).join('');
  if (pieces) return decodeURIComponent(pieces.replace(/^utf-8''/i, ''));
  return wordsOf(/filename="?([^";]+)"?/.exec(header)?.[1] ?? '');
}
