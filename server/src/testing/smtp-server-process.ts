import { appendFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/**
 * A mail server in a process of its own. It writes each message as a line of JSON to the file named by its first argument. Recipients
 * named `gone…` are refused for good, `later…` for now; the sign-in is office / example-secret.
 */
const [journal = '', security = 'plain'] = process.argv.slice(2);

class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const server = new SMTPServer({
  secure: false,
  disabledCommands: security === 'plain' ? ['STARTTLS'] : [],
  allowInsecureAuth: true,
  authOptional: true,
  onAuth({ username, password }, _session, done) {
    if (username === 'office' && password === 'example-secret') done(null, { user: username });
    else done(new Refusal(535, 'Wrong user name or password'));
  },
  onRcptTo({ address }, _session, done) {
    if (address.startsWith('gone')) done(new Refusal(550, 'No such mailbox'));
    else if (address.startsWith('later')) done(new Refusal(451, 'Try again later'));
    else done();
  },
  onData(stream, { envelope, user }, done) {
    text(stream).then((raw) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      appendFileSync(journal, `${JSON.stringify({ to, user, raw })}\n`);
      done();
    }, done);
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`);
});
