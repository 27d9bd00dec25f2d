import { Agent, type IncomingMessage, request } from 'node:http';
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
  /** Sent as JSON. */
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

export function httpClient(url: string, options: { connections?: number } = {}): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections ?? 64 });
  const begin = (
    path: string,
    call: HttpCall,
    headers: Record<string, string | number>,
    write: (outgoing: ReturnType<typeof request>) => void,
  ) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const token = call.token === undefined ? {} : { token: `bearer ${call.token}` };
      const outgoing = request(
        `${url}${path}`,
        { agent, method: call.method ?? 'GET', headers: { ...headers, ...token, ...call.headers } },
        resolve,
      );
      outgoing.on('error', reject);
      write(outgoing);
    });
  const plain = (path: string, call: HttpCall) => {
    const text = call.body === undefined ? '' : JSON.stringify(call.body);
    const headers =
      text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    return begin(path, call, headers, (outgoing) => outgoing.end(text));
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
