import { sql } from 'drizzle-orm';
import { DEFAULT_TENANT } from '../engines/people/identity/index.ts';
import { countSupplierBatches } from '../engines/stock/inventory/index.ts';
import { withTrail } from '../kernel/audit/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import { digestOf, generatePassword } from '../kernel/auth/password.ts';
import type { Db, Tx } from '../kernel/db/index.ts';
import { makeMonths } from '../kernel/db/partitions.ts';
import type { Files } from '../kernel/files/index.ts';
import type { Secrets } from '../kernel/secrets/index.ts';
import { giveSecondRole, openSessions, openTenantPackages } from './administration.ts';
import { openAppUsers } from './app-users.ts';
import { checkList } from './checks.ts';
import { declareAndComplain } from './compliance.ts';
import { publishContents } from './contents.ts';
import { openCountries, openWarehouses } from './countries.ts';
import { addPictures } from './covers.ts';
import { failInThePast } from './errors.ts';
import { openHelpMenu } from './help-menu.ts';
import { scheduleHistory } from './history.ts';
import { openWatcher, seePastPayments } from './incoming.ts';
import { endPastLeases, openRentals, scheduleLeases } from './leases.ts';
import { addMessages } from './messages.ts';
import { sendOrders } from './orders.ts';
import { endPackages, openPackages, schedulePackages } from './packages.ts';
import { connectPartners } from './partners.ts';
import { openCards, openMethods } from './payments.ts';
import { payOutInThePast } from './payouts.ts';
import { backdatePeople, demoAccounts, disablePeople, openPeople } from './people.ts';
import { openPreOrders } from './pre-orders.ts';
import { openPrices } from './prices.ts';
import { openProducts } from './products.ts';
import { provePast } from './proofs.ts';
import { openProviders } from './providers.ts';
import { randomOf } from './random.ts';
import { earnPastRebates } from './rebates.ts';
import { saveReports } from './reports.ts';
import { plantSeeds } from './seeds.ts';
import { talkInSessions } from './sessions.ts';
import { openPhones } from './sms-phones.ts';
import { backdateCounters } from './stock.ts';
import { claimFromSuppliers, openSuppliers } from './suppliers.ts';
import { agreeTerms } from './terms.ts';
import { daysLater, timelineOf } from './timeline.ts';
import { handInDocuments } from './verifications.ts';
import { visitSites } from './visits.ts';
import { claimWarranties } from './warranty.ts';
import { openChannels, withdrawInThePast } from './withdrawals.ts';

const SEED = 20_250_101;
const MARKER = 'demo';

export interface DemoResult {
  /** The one password of all demo accounts. */
  readonly password: string;
  readonly accounts: readonly { readonly account: string; readonly role: string }[];
}

/**
 * Fills a new installation with sixty days of business: the same on every machine, dated relative to this moment. All of
 * it or, after a crash, nothing. The first start decides for good: later ones find its decision and change nothing.
 * @param options.wanted whether to load; the decision not to is remembered too
 * @param options.password of the demo accounts; generated when left out
 * @param options.files where pictures are stored; without it there are none
 * @returns what was loaded, or null when nothing was
 */
export function loadDemo(
  db: Db,
  options: {
    readonly wanted?: boolean;
    readonly password?: string | undefined;
    readonly files?: () => Promise<Files>;
    /** Seals texts and secrets; without it there are no text sessions and no endpoints. */
    readonly secrets?: Secrets;
  } = {},
): Promise<DemoResult | null> {
  // Rows of the trail are stamped as the program's own, or its verification would call them inserted by others.
  const stamped = options.secrets ? withTrail(db, options.secrets) : db;
  return stamped.tx(async (tx) => {
    const wanted = options.wanted ?? true;
    // The row is the lock: of two nodes that start at once the second waits here and then finds the decision made.
    const decided = await tx.execute(sql`
      insert into kernel_installation (key, value) values (${MARKER}, ${wanted ? 'loaded' : 'declined'}) on conflict do nothing`);
    if (decided.rowCount === 0 || !wanted) return null;
    const password = options.password ?? generatePassword();
    await load(tx, digestOf(password), options);
    return { password, accounts: demoAccounts };
  });
}

async function load(
  tx: Tx,
  password: string,
  { files, secrets }: { readonly files?: () => Promise<Files>; readonly secrets?: Secrets },
): Promise<void> {
  const system = systemActor(DEFAULT_TENANT);
  const random = randomOf(SEED);
  const now = new Date();
  const timeline = timelineOf(now, random);
  const opened = timeline.dayAt(60, 9);
  await makeMonths(tx, { from: daysLater(now, -62), months: 3 });
  const people = await openPeople(tx, system, password);
  const { admin, warehouse } = people.staff;
  await openHelpMenu(tx);
  await openCountries(tx, admin, opened);
  await openWarehouses(tx, warehouse, opened);
  await openPrices(tx, admin, opened, now);
  await openMethods(tx, people.staff.finance, opened);
  await openChannels(tx, people.staff.finance, opened);
  await openWatcher(tx, people.staff.finance, opened);
  await openProviders(tx, admin, opened, secrets);
  await openSuppliers({ tx, people, system });
  const products = await openProducts(tx, admin, opened);
  const packages = await openPackages(tx, admin, opened);
  const rentals = await openRentals(tx, admin, opened);
  const demo = { tx, random, timeline, people, system };
  await openAppUsers(demo, password);
  scheduleHistory(demo, products);
  schedulePackages(demo, packages);
  scheduleLeases(demo, rentals);
  await timeline.play(tx);
  await backdateCounters(demo);
  await countSupplierBatches(tx);
  await claimFromSuppliers(demo);
  await seePastPayments(demo);
  await agreeTerms(demo);
  await earnPastRebates(demo);
  await withdrawInThePast(demo);
  await openCards(demo);
  await payOutInThePast(demo);
  await handInDocuments(demo);
  await declareAndComplain(demo);
  await openPhones(demo);
  await sendOrders(demo);
  await checkList(demo);
  await plantSeeds(demo);
  if (secrets) await talkInSessions(demo, secrets);
  await provePast(demo);
  await failInThePast(demo);
  await openPreOrders(demo);
  await endPackages(demo);
  await endPastLeases(demo);
  await addMessages(demo);
  await publishContents(demo);
  await claimWarranties(demo);
  await backdatePeople(tx, opened);
  await openTenantPackages(demo);
  await giveSecondRole(demo, 'staff_rowan', ['support', 'warehouse']);
  await openSessions(demo);
  await disablePeople(tx, admin);
  await visitSites(demo);
  await connectPartners(demo, secrets);
  await saveReports(demo);
  if (files) await addPictures(tx, await files(), admin);
}
