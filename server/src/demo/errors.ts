import { sql } from 'drizzle-orm';
import { fingerprintOf, groupedInsert } from '../kernel/audit/index.ts';
import type { Demo } from './demo.ts';

interface Kind {
  readonly type: string;
  readonly message: string;
  readonly place: string;
  readonly uri: string;
  /** Days ago it happened on. */
  readonly days: readonly number[];
  /** 1 open, 2 resolved, 3 ignored. */
  readonly status: number;
}

const KINDS: readonly Kind[] = [
  {
    type: 'ProviderError',
    message: 'the provider did not answer within 15000 ms',
    place: 'check (server/src/engines/vendors/providers/survive.ts)',
    uri: '/api/whatsapp/warehouse/survive',
    days: [27, 26, 12, 12, 11, 4, 2, 2, 1],
    status: 1,
  },
  {
    type: 'ConnectionError',
    message: 'storage: connect ETIMEDOUT',
    place: 'put (server/src/kernel/files/s3.ts)',
    uri: '/api/resource/oss/endpoint/put-file',
    days: [21, 20, 20, 19],
    status: 2,
  },
  {
    type: 'SmsError',
    message: 'the gateway refused the template 20451',
    place: 'send (server/src/engines/vendors/sms/send.ts)',
    uri: '/api/resource/sms/endpoint/send-message',
    days: [15, 14],
    status: 3,
  },
];

const SERVER = {
  tenant_id: '000000',
  service_id: 'trade-assistant',
  server_host: 'demo',
  server_ip: '192.0.2.10',
  env: 'production',
};
const COLUMNS = [
  ...Object.keys(SERVER),
  'method',
  'request_uri',
  'create_by',
  'create_time',
  'exception_name',
  'message',
];

/** Things that failed in the past weeks: one still open, one resolved, one ignored. */
export async function failInThePast({ tx, timeline, people }: Demo): Promise<void> {
  const rows = KINDS.flatMap(({ days, type: exception_name, message, place, uri: request_uri }) =>
    days.map((day) => ({
      ...SERVER,
      method: 'POST',
      request_uri,
      create_by: people.staff.warehouse.account,
      create_time: timeline.dayAt(day, 10 + (day % 8)).toISOString(),
      exception_name,
      message,
      place,
      stack_trace: `${exception_name}: ${message}\nat ${place}`,
      fingerprint: fingerprintOf({ service: SERVER.service_id, type: exception_name, message, place }),
    })),
  );
  const columns = [...COLUMNS, 'place', 'stack_trace', 'fingerprint'].join(', ');
  const json = JSON.stringify(rows).replaceAll("'", "''");
  const insert = `insert into log_error (${columns}) select ${columns}
    from jsonb_populate_recordset(null::log_error, '${json}'::jsonb)`;
  await tx.execute(sql.raw(groupedInsert(insert)));
  for (const { place, status } of KINDS.filter((kind) => kind.status !== 1))
    await tx.execute(sql`
      update log_error_group set status = ${status}, handled_by = ${people.staff.admin.realName},
        handled_time = last_time + interval '3 hours' where place = ${place}`);
}
