import { providerCapability, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq } from 'drizzle-orm';
import { falseReportsOf, seedHealth } from '../../engines/messaging/seeds/index.ts';
import {
  liftRestriction,
  messagesInDoubt,
  readReceiptsAgain,
  receiptsOf,
  sendTestMessage,
} from '../../engines/messaging/sending/index.ts';
import { lastExchanges, openExchanges } from '../../engines/messaging/work/index.ts';
import {
  askBotWebhook,
  borneRate,
  checkEndpoint,
  healthOf,
  healthOfMany,
  isolate,
  keepPreviousKeys,
  learningOf,
  postedOf,
  providerErrors,
  providers,
  receiveResults,
  receiveWebhook,
  registerBotWebhook,
  release,
  requestLearning,
  senderTaken,
  settingsOf,
  sharePortfolioLimit,
  shownBinds,
  testProvider,
} from '../../engines/vendors/providers/index.ts';
import { pictureLinks } from '../../kernel/files/picture-links.ts';
import type { Context } from '../../kernel/http/context.ts';
import { neededRefusal } from '../../kernel/http/errors.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { logState } from '../../kernel/resource/states.ts';

/** Papers of legal bases. */
const papers = pictureLinks('/api/provider/provider/paper?name=', ['image', 'pdf']);
const paperCalls = pictureHandlers(papers, { isPrivate: true });
const paperGone = () => {
  const { zh, en } = providerErrors.declarations.PROVIDER_PAPER_GONE;
  return providerErrors.PROVIDER_PAPER_GONE({}, { fields: [{ field: 'legalBasisDoc', message: { zh, en } }] });
};
/** Settings that decide which message a receipt is about. */
const READS_RECEIPTS = ['idForm', 'homeCountry', 'receiptParts'] as const;
const { numberStatus } = providerCapability.is;

export default resourceRoutes(provider, providers, {
  scope: 'tenant',
  unique: { prv_provider_sender_unique: senderTaken },
  computed: {
    fields: [
      'breaker',
      'healthScore',
      'inFlight',
      'inDoubt',
      'lastError',
      'legalBasisDoc',
      'webhookTime',
      'testProblem',
    ],
    fill: async (c, rows) => {
      const { drizzle } = c.app.db;
      const ids = rows.map(({ id }) => id);
      const [open, found] = await Promise.all([openOf(drizzle, ids), seedHealth(drizzle, ids)]);
      const health = await healthOfMany(drizzle, rows, open, found);
      return health.map((one, index) => ({ ...one, legalBasisDoc: ticketed(c, rows[index]?.legalBasisDoc ?? []) }));
    },
  },
  beforeSave: async (c, tx, input, existing) => {
    const { app, actor, locale } = c;
    checkEndpoint(app, (existing ?? input).protocol, input.endpoint);
    const sender = await settingsOf(c, tx, input, existing);
    const { capabilities, legalBasis } = { ...existing, ...input, ...sender };
    if (capabilities !== 0 && (capabilities ?? numberStatus) !== numberStatus && !legalBasis)
      throw neededRefusal(['legalBasis'], provider, locale);
    if (existing && READS_RECEIPTS.some((name) => (input[name] ?? existing[name]) !== existing[name]))
      await readReceiptsAgain(tx, { ...existing, ...input });
    if (existing) await keepPreviousKeys(tx, input, existing);
    const { countries, legalBasisDoc, ...settings } = input;
    const after = legalBasisDoc === undefined ? undefined : (legalBasisDoc ?? []).map(papers.bare);
    if (after)
      await papers.keep(tx, actor, app.files, { before: existing?.legalBasisDoc ?? [], after, gone: paperGone });
    return {
      ...settings,
      ...sender,
      ...(countries === undefined ? {} : { countries: countries ?? [] }),
      ...(after ? { legalBasisDoc: after } : {}),
    };
  },
  afterSave: (_c, tx, row) => sharePortfolioLimit(tx, row),
  actions: {
    'put-paper': paperCalls.put,
    paper: paperCalls.show,
    test: async (c, { id }) => testProvider(c.app, await found(c, id)),
    'test-message': async (c, { id }) => sendTestMessage(c, await found(c, id)),
    isolate: async (c, { id, reason }) => {
      await found(c, id);
      await c.tx((tx) => isolate(tx, id, reason, c.actor));
    },
    release: async (c, { id, reason }) => {
      await found(c, id);
      await c.tx((tx) => release(tx, c.actor, id, reason));
    },
    'lift-restriction': async (c, { id, reason }) => {
      const { restriction, status } = await found(c, id);
      if (restriction === null) throw commonErrors.STATE_CONFLICT();
      await c.tx(async (tx) => {
        await liftRestriction(tx, c.actor.tenantId, id);
        const change = { type: provider.name, event: 'lift-restriction', from: status, to: status };
        await logState(tx, c.actor, { ...change, id, reason });
      });
    },
    binds: async (c, { id }) => {
      const row = await found(c, id);
      const { drizzle } = c.app.db;
      const [binds, rateNow] = await Promise.all([shownBinds(drizzle, id), borneRate(drizzle, row)]);
      return { rateLimit: row.ratePerSecond, rateNow, binds };
    },
    learn: async (c, { id, ...test }) => {
      const row = await found(c, id);
      if (row.protocol !== providerProtocol.is.smpp) throw providerErrors.PROVIDER_NO_SMSC();
      await c.tx((tx) => requestLearning(tx, row, test));
    },
    learning: async (c, { id }) => {
      await found(c, id);
      return learningOf(c.app, id);
    },
    health: async (c, { id }) => {
      const row = await found(c, id);
      const { db } = c.app;
      const [open, seeds, receipts] = await Promise.all([
        openOf(db.drizzle, [id]),
        seedHealth(db.drizzle, [id]),
        receiptsOf(db.drizzle, row),
      ]);
      return { ...(await healthOf(db, row, c.locale, open.get(id), seeds.get(id))), receipts };
    },
    'false-reports': async (c, { id }) => {
      // Agents never see seeds, whatever their roles grant.
      if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
      await found(c, id);
      return falseReportsOf(c.app.db.drizzle, id);
    },
    callback: async (c, { id }) => receiveResults(c.app, id, postedOf(c)),
    webhook: async (c, { id, ...query }) =>
      receiveWebhook(c.app, id, { ...postedOf(c), method: c.request.method, query }),
    'bot-webhook': async (c, { id }) => registerBotWebhook(c.app, await found(c, id), c.locale),
    'bot-webhook-info': async (c, { id }) => askBotWebhook(c.app, await found(c, id)),
    exchanges: async (c, { id }) => {
      await found(c, id);
      return lastExchanges(c.app.db.drizzle, id);
    },
  },
});

/** Returns exchanges and messages of providers that are not answered. */
async function openOf(run: Context['app']['db']['drizzle'], ids: readonly bigint[]) {
  const [exchanges, messages] = await Promise.all([openExchanges(run, ids), messagesInDoubt(run, ids)]);
  return new Map(
    ids.map((id) => {
      const { inFlight, inDoubt } = exchanges.get(id) ?? { inFlight: 0, inDoubt: 0 };
      return [id, { inFlight, inDoubt: inDoubt + (messages.get(id) ?? 0) }];
    }),
  );
}

/** @throws NOT_FOUND */
async function found({ app, actor }: Context, id: bigint) {
  const [row] = await app.db.drizzle
    .select()
    .from(providers)
    .where(and(visible(actor, providers, 'tenant'), eq(providers.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}
