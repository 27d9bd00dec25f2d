const WEBHOOK = 'server/src/engines/vendors/providers/channels/webhook.ts';
const RECEIPTS = 'server/src/engines/vendors/providers/receipts.ts';
const webhooks = ['server/src/areas/provider/webhook.test.ts'];
const readers = ['server/src/engines/vendors/providers/channels/readers.test.ts'];
const channels = ['server/src/engines/vendors/providers/channels/channels.test.ts'];
const adapters = ['server/src/engines/vendors/providers/adapters.test.ts'];
const callbacks = ['server/src/areas/provider/callback.test.ts'];

export default [
  {
    file: WEBHOOK,
    what: 'a webhook of WhatsApp is accepted without its signature',
    from: "return secretsOf(app, found, 'secretKey').some((key) => isSame(signed(key), given));",
    to: "return secretsOf(app, found, 'secretKey').some((key) => isSame(signed(key), signed(key)));",
    tests: webhooks,
  },
  {
    file: WEBHOOK,
    what: 'an isolated sender is believed',
    from: 'if (health.breaker === providerBreaker.is.isolated) throw providerErrors.PROVIDER_ISOLATED();',
    to: '',
    tests: webhooks,
  },
  {
    file: WEBHOOK,
    what: 'an app reports about numbers of another app',
    from: 'one.prv_provider.id !== row.id && isOfApp(one)',
    to: 'one.prv_provider.id !== row.id',
    tests: webhooks,
  },
  {
    file: WEBHOOK,
    what: 'a report of the Gateway from the future is accepted',
    from: 'if (Number(time) - Date.now() / 1000 > CLOCK_SECONDS) return false;',
    to: '',
    tests: webhooks,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/telegram/gateway-events.ts',
    what: 'the code that a recipient entered is stored',
    from: '{ verification_status: verification }',
    to: "{ verification_status: given['verification_status'] }",
    tests: webhooks,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/whatsapp/changes.ts',
    what: 'a delivered and a read status of a message are one event',
    from: "return `s ${statusId} ${textOf(status['status']) ?? ''} ${code}`;",
    to: 'return `s ${statusId} ${code}`;',
    tests: webhooks,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/json.ts',
    what: 'a name of every object is a known name',
    from: 'return Object.hasOwn(meanings, name) ? meanings[name] : undefined;',
    to: 'return meanings[name];',
    tests: readers,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/telegram/bot-events.ts',
    what: 'a number is bound to a user who shared the contact of somebody else',
    from: 'e164: isOwn ? numberOf',
    to: 'e164: true ? numberOf',
    tests: readers,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/whatsapp/cloud.ts',
    what: 'a failed answer that names a message is sent again',
    from: 'const error = messageId === null ? errorIn(answer) : undefined;',
    to: 'const error = errorIn(answer);',
    tests: adapters,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/http.ts',
    what: 'a message without an answer counts as not sent',
    from: 'throw wasNotSent(error)',
    to: 'throw wasNotSent(error) || error',
    tests: adapters,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/senders.ts',
    what: 'trial channels invent receipts while the sandbox is closed',
    from: 'protocols.includes(trial) && !(await isSandboxOpen(app.db, app.config.sandbox))',
    to: 'false',
    tests: channels,
  },
  {
    file: 'server/src/engines/vendors/providers/channels/policies.ts',
    what: 'the rules of the platform replace those of a tenant',
    from: '.orderBy(sql`${errorPolicies.tenantId} = ${tenantId}`)',
    to: '.orderBy(sql`${errorPolicies.tenantId} <> ${tenantId}`)',
    tests: channels,
  },
  {
    file: RECEIPTS,
    what: 'callbacks that failed together are given up',
    from: 'for (const { id } of current) await applyOne(app, kinds, id);',
    to: '',
    tests: callbacks,
  },
  {
    file: 'server/src/areas/provider/error-policy.ts',
    what: 'a built-in rule is removed',
    from: 'if (builtIn) throw',
    to: 'if (!builtIn) throw',
    tests: ['server/src/areas/provider/error-policy.test.ts'],
  },
];
