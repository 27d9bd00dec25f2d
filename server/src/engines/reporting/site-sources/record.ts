import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { prefixOf } from '../../../kernel/address.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { VisitBuffer } from './buffer.ts';
import { deviceOf, hostOf, isRobot, pathOf, sourceOf } from './origin.ts';
import { markDays } from './roll-up.ts';

interface Host {
  readonly db: Db;
  readonly log: Pick<Logger, 'warn'>;
}

/** A visit as a site reports it. */
export interface ReportedVisit {
  readonly tenantId: string;
  readonly siteCode: string;
  readonly visitorId: string;
  readonly sessionId?: string | undefined;
  readonly sourceType?: number | undefined;
  readonly referrerHost?: string | undefined;
  readonly landingPath?: string | undefined;
  readonly utmSource?: string | undefined;
  readonly utmMedium?: string | undefined;
  readonly utmCampaign?: string | undefined;
  readonly utmTerm?: string | undefined;
  readonly utmContent?: string | undefined;
  readonly inviteCode?: string | undefined;
  readonly isNew: boolean;
  readonly device?: number | undefined;
  readonly browser?: string | undefined;
  readonly os?: string | undefined;
  readonly lang?: string | undefined;
}

/** What the request of a visit shows by itself. */
export interface VisitOrigin {
  readonly address: string;
  readonly userAgent: string;
  readonly languages: string;
  /** As a proxy in front found it. */
  readonly countryCode: string | undefined;
}

const buffers = new WeakMap<Db, VisitBuffer>();

/** One buffer for each database of a process. */
function bufferOf({ db, log }: Host): VisitBuffer {
  const known = buffers.get(db) ?? new VisitBuffer(db, log);
  buffers.set(db, known);
  return known;
}

/** Writes the waiting visits of this process: before it stops, or when a visit is needed. */
export const flushVisits = async ({ db }: Pick<Host, 'db'>): Promise<void> => buffers.get(db)?.flush();

/** Returns the visits that a process dropped during overloads. */
export const droppedVisits = ({ db }: Pick<Host, 'db'>): number => buffers.get(db)?.dropped ?? 0;

/** Notes a visit without waiting for the database; visits of robots are not noted. The address is cut to its network. */
export function recordVisit(host: Host, visit: ReportedVisit, origin: VisitOrigin): void {
  if (isRobot(origin.userAgent)) return;
  const known = deviceOf(origin.userAgent);
  const referrerHost = hostOf(visit.referrerHost);
  bufferOf(host).add({
    tenantId: visit.tenantId,
    time: new Date(),
    siteCode: visit.siteCode,
    visitorId: visit.visitorId,
    sessionId: visit.sessionId || null,
    sourceType: visit.sourceType ?? sourceOf({ ...visit, referrerHost }),
    referrerHost: referrerHost ?? null,
    landingPath: pathOf(visit.landingPath) ?? null,
    utmSource: visit.utmSource || null,
    utmMedium: visit.utmMedium || null,
    utmCampaign: visit.utmCampaign || null,
    utmTerm: visit.utmTerm || null,
    utmContent: visit.utmContent || null,
    inviteCode: visit.inviteCode?.toUpperCase() || null,
    isNew: visit.isNew ? 1 : 0,
    device: visit.device ?? known.device,
    browser: visit.browser || known.browser,
    os: visit.os || known.os,
    lang: visit.lang || (origin.languages.split(/[,;]/, 1)[0]?.slice(0, 16) ?? null) || null,
    countryCode: origin.countryCode ?? null,
    ipTrunc: prefixOf(origin.address) || null,
  });
}

/** Returns the last visit of a visitor, from which a registration comes; undefined if there is none within 90 days. */
async function visitorSource(
  tx: Pick<Tx, 'execute'>,
  { tenantId, visitorId }: { tenantId: string; visitorId: string },
): Promise<{ id: bigint; day: string; sourceType: number; utmCampaign: string | null } | undefined> {
  const { rows } = await tx.execute<{ id: string; day: string; source_type: number; utm_campaign: string | null }>(sql`
    select id::text, day::text, source_type, utm_campaign from src_visit
    where tenant_id = ${tenantId} and visitor_id = ${visitorId} and registered_user_id is null and deleted_at is null
      and create_time > now() - interval '90 days'
    order by create_time desc, id desc limit 1`);
  const [row] = rows;
  return row && { id: BigInt(row.id), day: row.day, sourceType: row.source_type, utmCampaign: row.utm_campaign };
}

/** Attributes a registration to the visitor's last visit, if there is one. Call `flushVisits` before the transaction. */
export async function linkRegistration(
  tx: Tx,
  { tenantId, visitorId, userId }: { tenantId: string; visitorId: string; userId: bigint },
): Promise<void> {
  const source = await visitorSource(tx, { tenantId, visitorId });
  if (!source) return;
  await tx.execute(sql`
    update src_visit set registered_user_id = ${userId}, register_time = now(), update_time = now()
    where id = ${source.id} and day = ${source.day}::date`);
  await markDays(tx, tenantId, [source.day]);
}
