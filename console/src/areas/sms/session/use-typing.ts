import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../../../kit/client/session.ts';
import { useServerEvent } from '../../../kit/realtime/use-server-event.ts';

/** A signal counts for so long; writers repeat it every three seconds. */
const KEPT_MILLIS = 5_000;

/** Returns the name of another person who writes in a session now; null if nobody does. */
export function useTyping(id: string): string | null {
  const own = useSession(({ user }) => user?.userId);
  const [writer, setWriter] = useState<{ readonly name: string; readonly at: number } | null>(null);
  useServerEvent<{ id?: unknown; userId?: unknown; name?: unknown }>('typing', (event) => {
    if (event.id === id && event.userId !== own && typeof event.name === 'string')
      setWriter({ name: event.name, at: Date.now() });
  });
  useServerEvent<{ resource?: unknown; id?: unknown }>('record', (changed) => {
    if (changed.resource === smsSession.name && changed.id === id) setWriter(null);
  });
  useEffect(() => {
    if (writer === null) return;
    const timer = setTimeout(() => setWriter(null), KEPT_MILLIS);
    return () => clearTimeout(timer);
  }, [writer]);
  return writer?.name ?? null;
}
