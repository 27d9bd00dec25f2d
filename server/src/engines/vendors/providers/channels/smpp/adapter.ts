import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { smppBindState } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import type { App } from '../../../../../kernel/app/index.ts';
import { openSecretOf } from '../../../../../kernel/resource/sealed.ts';
import { openSession } from '../../../smpp/index.ts';
import type { ProviderRow } from '../../tables.ts';
import { Busy, type MessageAdapter } from '../ports.ts';
import { shownBinds } from './binds.ts';
import { queueOf } from './links.ts';
import { submissionsOf } from './submissions.ts';

/** Until the node with a bind looks again. */
const ELSEWHERE_MILLIS = 2000;

/** An SMSC by SMPP: texts go out over the binds that this node holds. */
export const smppMessages = (
  app: Pick<App, 'outbound' | 'secrets'> & Partial<Pick<App, 'db'>>,
  row: ProviderRow,
): MessageAdapter => ({
  async send(message, signal) {
    const { content, from, e164, partRef } = message;
    if (content.kind !== 'text' || e164 === null)
      return { state: 'refused', error: { code: 'CONTENT', text: 'an SMSC takes texts to numbers' } };
    const queue = queueOf(app, row.id);
    if (!queue) throw new Busy('no bind on this node', ELSEWHERE_MILLIS);
    const referenceOf = () => partRef ?? queue.nextReference(`${from?.address} ${e164}`);
    return queue.send(submissionsOf(queue.profile, message, content.text, referenceOf), signal, message.reference);
  },
  async probe(signal) {
    const queue = queueOf(app, row.id);
    const [link] = queue ? [...queue.links].filter(({ isBound }) => isBound) : [];
    if (link) return link.enquire();
    // A bind of another node proves that the account works; one more might be refused.
    const others = app.db ? await shownBinds(app.db.drizzle, row.id) : [];
    if (others.some(({ state }) => state === smppBindState.is.bound)) return;
    signal.throwIfAborted();
    const session = await openSession({
      address: row.endpoint,
      mode: 'transmitter',
      systemId: row.systemId ?? '',
      systemType: row.systemType ?? '',
      password: openSecretOf(app.secrets, provider, row, 'apiKey'),
      outbound: app.outbound,
    });
    try {
      await session.enquire();
    } finally {
      await session.close();
    }
  },
});
