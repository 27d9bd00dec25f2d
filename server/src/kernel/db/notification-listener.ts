import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from './driver.ts';

export type Handler = (payload: string) => void;

export interface NotificationListener {
  listen(channel: string, handler: Handler): Promise<() => Promise<void>>;
  /** Replaces the connection, which no longer answers. */
  restart(): void;
  close(): Promise<void>;
}

const FIRST_WAIT_MILLIS = 50;
const LONGEST_WAIT_MILLIS = 2000;

/**
 * Opens one connection for all notification channels of the process and reopens it when it breaks. Notifications during an interruption are
 * lost, so handlers treat one as a hint, never as data.
 */
export function openNotificationListener(connect: () => Client, onError: (error: Error) => void): NotificationListener {
  const handlers = new Map<string, Set<Handler>>();
  let client: Client | null = null;
  let opening: Promise<void> | null = null;
  let closed = false;

  const open = async (): Promise<void> => {
    const next = connect();
    next.on('error', onError);
    next.on('notification', ({ channel, payload }) => {
      for (const handler of [...(handlers.get(channel) ?? [])]) handler(payload ?? '');
    });
    next.on('end', () => {
      if (client !== next) return;
      client = null;
      if (!closed) opening = reopen();
    });
    try {
      await next.connect();
      client = next;
      for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      client = null;
      await next.end().catch(() => undefined);
      throw error;
    }
  };
  const reopen = async (): Promise<void> => {
    for (let wait = FIRST_WAIT_MILLIS; !closed; wait = Math.min(wait * 2, LONGEST_WAIT_MILLIS)) {
      try {
        return await open();
      } catch (error) {
        onError(error as Error);
        await sleep(wait, undefined, { ref: false });
      }
    }
  };
  // One after the other: the connection takes no second command while it executes one.
  let sent = Promise.resolve();
  const send = (command: 'listen' | 'unlisten', channel: string): Promise<void> => {
    sent = sent.then(async () => {
      try {
        await client?.query(`${command} ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        // The connection broke meanwhile; the next one starts from `handlers`.
        onError(error as Error);
      }
    });
    return sent;
  };

  return {
    async listen(channel, handler) {
      opening ??= open();
      try {
        await opening;
      } catch (error) {
        opening = null;
        throw error;
      }
      const known = handlers.get(channel);
      if (known) known.add(handler);
      else {
        handlers.set(channel, new Set([handler]));
        await send('listen', channel);
      }
      return async () => {
        const left = handlers.get(channel);
        if (!left?.delete(handler) || left.size > 0) return;
        handlers.delete(channel);
        if (!closed) await send('unlisten', channel);
      };
    },
    restart() {
      client?.cut();
    },
    async close() {
      closed = true;
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
