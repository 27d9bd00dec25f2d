import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { mail, mailSecurity } from '@trade-assistant/contract/areas/resource/mail.ts';
import nodemailer from 'nodemailer';
import type { App } from '../../../kernel/app/index.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import { checkServer } from './servers.ts';
import type { MailServer } from './tables.ts';

const CONNECT_MILLIS = 15_000;
const SILENCE_MILLIS = 30_000;
/** A server that answers slowly all the time is left after this time. */
const HAND_OVER_MILLIS = 200_000;
const ANSWER_MAX = 300;

export interface Letter {
  readonly id: bigint;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly filename: string; readonly content: Readable }[];
}

/** The result of handing a letter over. `gone`: the address refuses mail for good. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'refused' | 'gone'; readonly problem: string };

/**
 * Hands a letter over to a tenant's server. A name is resolved under the operator's rules, and the connection goes to the address that
 * passed them. The message id is the same at each attempt, so that a receiver can recognise a repetition.
 */
export async function deliver(app: App, server: MailServer, letter: Letter): Promise<Outcome> {
  const { host, port, security, account, senderName, senderAddress } = server;
  checkServer(app.outbound, server);
  const address = isIP(host) ? host : await addressOf(app, host);
  const transport = nodemailer.createTransport({
    host: address,
    port,
    secure: security === mailSecurity.is.tls,
    requireTLS: security === mailSecurity.is.startTls,
    ignoreTLS: security === mailSecurity.is.none,
    ...(isIP(host) ? {} : { tls: { servername: host } }),
    ...(account ? { auth: { user: account, pass: openSecretOf(app.secrets, mail, server, 'password') } } : {}),
    connectionTimeout: CONNECT_MILLIS,
    greetingTimeout: CONNECT_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    dnsTimeout: CONNECT_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The server took too long')), HAND_OVER_MILLIS);
  try {
    const sent = transport.sendMail({
      from: { name: senderName ?? '', address: senderAddress },
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letter.text,
      messageId: `<${letter.id}.${server.tenantId}@${senderAddress.split('@')[1] ?? 'localhost'}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: letter.attachments.map(({ filename, content }) => ({ filename, content })),
    });
    await Promise.race([sent, late.promise]);
    return { kind: 'sent' };
  } catch (error) {
    return outcomeOf(error);
  } finally {
    clearTimeout(timer);
    transport.close();
    for (const { content } of letter.attachments) content.destroy();
  }
}

const addressOf = (app: App, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    app.outbound.lookup(host, { all: false }, (error, address) =>
      error ? reject(error) : resolve(Array.isArray(address) ? (address[0]?.address ?? '') : address),
    );
  });

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
  readonly code?: string;
}

/** A refusal of the recipient's address is final for the address; one of the message for the message; everything else may pass. */
function outcomeOf(error: unknown): Outcome {
  const { responseCode = 0, command = '', message } = error as SmtpError;
  const problem = String(message).slice(0, ANSWER_MAX);
  if (responseCode < 500 || command.startsWith('AUTH')) return { kind: 'later', problem };
  return { kind: command.startsWith('RCPT') && GONE.has(responseCode) ? 'gone' : 'refused', problem };
}

/** No such mailbox, or an address that is none: RFC 5321. */
const GONE: ReadonlySet<number> = new Set([550, 551, 553, 556]);
