import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { zoneOf } from '../../../kernel/db/business-days.ts';
import { type Db, sqlState } from '../../../kernel/db/index.ts';
import { isOpenTenant } from '../../people/identity/index.ts';

const WAITING_MAX = 10_000;
const BATCH = 500;
const INTERVAL_MILLIS = 250;
const RETRY_MAX_MILLIS = 10_000;
/** Classes of errors about the data of a statement: values, and constraints. */
const DATA_ERROR = /^2[23]/;

/** A visit as it is stored; missing facts are null. */
export interface Visit {
  readonly tenantId: string;
  readonly time: Date;
  readonly siteCode: string;
  readonly visitorId: string;
  readonly sessionId: string | null;
  readonly sourceType: number;
  readonly referrerHost: string | null;
  readonly landingPath: string | null;
  readonly utmSource: string | null;
  readonly utmMedium: string | null;
  readonly utmCampaign: string | null;
  readonly utmTerm: string | null;
  readonly utmContent: string | null;
  readonly inviteCode: string | null;
  readonly isNew: 0 | 1;
  readonly device: number | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly lang: string | null;
  readonly countryCode: string | null;
  readonly ipTrunc: string | null;
}

/** Visits of a process that wait to be written. */
export class VisitBuffer {
  readonly #db: Db;
  readonly #log: Pick<Logger, 'warn'>;
  #waiting: Visit[] = [];
  #writing: Promise<boolean> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #delay = INTERVAL_MILLIS;
  #dropped = 0;

  constructor(db: Db, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  /** Visits that were not written because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes a visit, to be written within a moment. While too many wait, new ones are dropped and counted. */
  add(visit: Visit): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(visit);
    this.#schedule();
  }

  /** Writes what waits; stops after one failure. */
  async flush(): Promise<void> {
    await this.#writing;
    while (this.#waiting.length > 0 && (await this.#write()));
  }

  #schedule(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write().then(() => this.#waiting.length > 0 && this.#schedule());
    }, this.#delay);
    this.#timer.unref();
  }

  #write(): Promise<boolean> {
    this.#writing ??= this.#writeBatch().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeBatch(): Promise<boolean> {
    const batch = this.#waiting.slice(0, BATCH);
    if (batch.length === 0) return true;
    try {
      await this.#db.drizzle.execute(upsertOf(batch));
      this.#waiting.splice(0, batch.length);
      this.#delay = INTERVAL_MILLIS;
      return true;
    } catch (error) {
      // A visit that the table refuses would stop all that come after it.
      if (DATA_ERROR.test(sqlState(error) ?? '')) {
        this.#waiting.splice(0, batch.length);
        await this.#writeEach(batch);
        return true;
      }
      this.#delay = Math.min(this.#delay * 2, RETRY_MAX_MILLIS);
      this.#log.warn(
        { err: error, visits: this.#waiting.length, dropped: this.#dropped },
        'visits could not be written',
      );
      return false;
    }
  }

  /** Writes visits one by one, and drops those that the table refuses. */
  async #writeEach(batch: readonly Visit[]): Promise<void> {
    for (const visit of batch)
      await this.#db.drizzle.execute(upsertOf([visit])).catch((error: unknown) => {
        this.#dropped += 1;
        this.#log.warn({ err: error }, 'a visit was refused');
      });
  }
}

/**
 * One statement for a batch: visits of one visitor, site, day and campaign become one row with their number. The rows are
 * sorted, so that two nodes do not wait for each other; their days count as changed. Visits of unknown and closed tenants are dropped.
 */
const upsertOf = (batch: readonly Visit[]) => sql`
  with sent as (
    select v.*, t.tenant_id, (v.time at time zone ${zoneOf(sql`t.tenant_id`)})::date as day
    from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as v (
      "tenantId" text, time timestamptz, "siteCode" text, "visitorId" text, "sessionId" text, "sourceType" integer,
      "referrerHost" text, "landingPath" text, "utmSource" text, "utmMedium" text, "utmCampaign" text, "utmTerm" text,
      "utmContent" text, "inviteCode" text, "isNew" integer, device integer, browser text, os text, lang text,
      "countryCode" text, "ipTrunc" text)
      join sys_tenant t on t.tenant_id = v."tenantId" and ${isOpenTenant}
  ), counted as (
    select distinct on (tenant_id, day, "visitorId", "siteCode", coalesce("utmCampaign", '')) *,
      count(*) over (partition by tenant_id, day, "visitorId", "siteCode", coalesce("utmCampaign", '')) as hits
    from sent order by tenant_id, day, "visitorId", "siteCode", coalesce("utmCampaign", ''), time
  ), marked as (
    insert into src_day_state (tenant_id, day) select distinct tenant_id, day from counted order by 1, 2
    on conflict (tenant_id, day) do update set changed_mark = clock_timestamp()
  )
  insert into src_visit as v (
    tenant_id, day, site_code, source_type, referrer_host, landing_path, utm_source, utm_medium, utm_campaign, utm_term,
    utm_content, invite_code, hits, is_new, device, browser, os, lang, country_code, ip_trunc, visitor_id, session_id,
    create_time, update_time)
  select tenant_id, day, "siteCode", "sourceType", "referrerHost", "landingPath", "utmSource", "utmMedium", "utmCampaign",
    "utmTerm", "utmContent", "inviteCode", hits, "isNew", device, browser, os, lang, "countryCode", "ipTrunc", "visitorId",
    "sessionId", time, time
  from counted
  on conflict (tenant_id, day, visitor_id, site_code, coalesce(utm_campaign, '')) where deleted_at is null
    do update set hits = v.hits + excluded.hits, update_time = excluded.update_time`;
