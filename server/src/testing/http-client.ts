import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Readable } from 'node:stream';

export interface HttpAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever shape the call answers with
  readonly body: any;
}

export interface HttpCall {
  readonly method?: 'GET' | 'POST';
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; bytes as they are, with a `content-type` among the headers. */
  readonly body?: unknown;
}

export interface HttpFile {
  readonly name: string;
  readonly content: Readable;
  readonly bytes: number;
}

/** A client of a server in another process: connections are kept, answers parsed, and a refused connection is an error. */
export interface HttpClient {
  /** `path` below the server, `/api/…`. */
  send(path: string, call?: HttpCall): Promise<HttpAnswer>;
  /** Sends one file with fields beside it, as a form does. */
  upload(
    path: string,
    call: { token: string; fields: Readonly<Record<string, string>>; file: HttpFile },
  ): Promise<HttpAnswer>;
  /** Takes a file and lets its bytes go by. @returns how many they were, as they travelled */
  download(path: string, call?: HttpCall): Promise<{ status: number; bytes: number; millis: number }>;
  close(): void;
}

/** The address may be of HTTPS: `certificate` is the one to trust. A call without an answer in `timeoutMillis` is an error. */
export function httpClient(
  url: string,
  options: { connections?: number; certificate?: string; timeoutMillis?: number } = {},
): HttpClient {
  const pooling = { keepAlive: true, maxSockets: options.connections ?? 64 };
  const isTls = url.startsWith('https:');
  const agent = isTls ? new TlsAgent({ ...pooling, ca: options.certificate }) : new Agent(pooling);
  const requestOf = isTls ? tlsRequest : request;
  const signal = () => (options.timeoutMillis ? { signal: AbortSignal.timeout(options.timeoutMillis) } : {});
  const begin = (
    path: string,
    call: HttpCall,
    headers: Record<string, string | number>,
    write: (outgoing: ReturnType<typeof request>) => void,
  ) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const token = call.token === undefined ? {} : { token: `bearer ${call.token}` };
      const outgoing = requestOf(
        `${url}${path}`,
        { agent, ...signal(), method: call.method ?? 'GET', headers: { ...headers, ...token, ...call.headers } },
        resolve,
      );
      outgoing.on('error', reject);
      write(outgoing);
    });
  const plain = (path: string, call: HttpCall) => {
    const { body } = call;
    const content = body === undefined ? '' : Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const headers =
      content === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    return begin(path, call, headers, (outgoing) => outgoing.end(content));
  };
  return {
    send: async (path, call = {}) => answerOf(await plain(path, call)),
    async upload(path, { token, fields, file }) {
      const boundary = `part${Math.random().toString(36).slice(2)}`;
      const opening = Object.entries(fields)
        .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .concat(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
        )
        .join('');
      const closing = `\r\n--${boundary}--\r\n`;
      const headers = {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': Buffer.byteLength(opening) + file.bytes + closing.length,
      };
      const incoming = await begin(path, { method: 'POST', token }, headers, (outgoing) => {
        outgoing.write(opening);
        file.content.pipe(outgoing, { end: false });
        file.content.once('end', () => outgoing.end(closing));
      });
      return answerOf(incoming);
    },
    async download(path, call = {}) {
      const started = performance.now();
      const incoming = await plain(path, call);
      let bytes = 0;
      for await (const chunk of incoming) bytes += (chunk as Buffer).length;
      return { status: incoming.statusCode ?? 0, bytes, millis: performance.now() - started };
    },
    close: () => agent.destroy(),
  };
}

async function answerOf(incoming: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const json = String(incoming.headers['content-type'] ?? '').includes('json');
  return { status: incoming.statusCode ?? 0, body: json ? JSON.parse(text) : text };
}
