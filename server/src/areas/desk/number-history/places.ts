import { lease } from '@trade-assistant/contract/areas/agent/lease.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { suppression } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { telegramFilter } from '@trade-assistant/contract/areas/filter/telegram-filter.ts';
import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { smsLog } from '@trade-assistant/contract/areas/resource/sms-log.ts';
import { smsOrderPhone } from '@trade-assistant/contract/areas/sms/order-phone.ts';
import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { telegramOrderPhone } from '@trade-assistant/contract/areas/telegram/order-phone.ts';
import { embeddedNumber } from '@trade-assistant/contract/areas/whatsapp/embedded-number.ts';
import { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { whatsappOrderPhone } from '@trade-assistant/contract/areas/whatsapp/order-phone.ts';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { type SQL, sql } from 'drizzle-orm';
import { havingDigest } from '../../../engines/messaging/compliance/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { hasNumber } from '../../../kernel/phone/index.ts';

/** Where rows about numbers are. */
interface Place {
  /** Selects rows about the number: `id`, `at` and `facts`, an object of the declared facts or null. */
  readonly rows: (c: Context, number: bigint) => SQL;
  /** Selects the number of a row, or of a line of it. */
  readonly numberOf?: (row: bigint, line: number) => SQL;
}

/** Rows of a table with a column of numbers. */
const ofTable = (table: string): Place => ({
  rows: (c, number) => sql`select id, create_time as at, null::jsonb as facts from ${sql.raw(table)}
    where ${hasNumber(sql`e164`, number)} and tenant_id = ${c.actor.tenantId}`,
  numberOf: (row) => sql`select e164 from ${sql.raw(table)} where id = ${row}`,
});

/** Delivery notes with the number: each has its line, live or past. */
const notesOf = (c: Context, number: bigint): SQL => sql`
  select l.outbound_id, l.return_time, n.create_time, n.order_no from (
      select l.* from inv_item i join inv_outbound_line l on l.item_id = i.id and l.state = 1 where ${hasNumber(sql`i.e164`, number)}
      union all
      select l.* from inv_item i join inv_outbound_line l on l.item_id = i.id and l.state <> 1 where ${hasNumber(sql`i.e164`, number)}) l
    join inv_outbound n on n.id = l.outbound_id and n.tenant_id = ${c.actor.tenantId}`;

/** Tasks that checked the number. Lists are their owners'; others need the right to see lists of customers. */
const checksOf = (resource: typeof whatsappFilter | typeof telegramFilter): Place => ({
  rows: (c, number) => sql`
    select t.id, coalesce(l.checked_time, l.create_time) as at,
      json_build_object('result', l.result, 'rejectReason', l.reject_reason, 'registered', l.registered, 'carrier', l.carrier,
        'checkedTime', l.checked_time)::jsonb as facts
    from work_line l join work_task t on t.id = l.task_id
    where ${hasNumber(sql`l.e164`, number)} and l.is_current and t.resource = ${resource.name} and t.tenant_id = ${c.actor.tenantId}
      and t.status <> ${checkStatus.is.purged} and t.deleted_at is null
      and (t.owner_id = ${c.actor.userId} or ${c.can(`${resource.name}:lines`)})`,
  numberOf: (row, line) => sql`
    select l.e164 from work_line l join work_task t on t.id = l.task_id and t.create_time = l.create_time
    where t.id = ${row} and l.line_no = ${line} and l.is_current`,
});

/** Messages of orders to the number: those of the reader's own orders, or with the right to see whole numbers. */
const messagesOf = (order: string, phones: string): Place => ({
  rows: (c, number) => sql`
    select l.id, coalesce(l.checked_time, l.create_time) as at,
      json_build_object('lineStatus', l.line_status, 'errorCode', l.error_code, 'submitTime', m.sent_time, 'deliverTime', m.delivered_time,
        'readTime', m.read_time)::jsonb as facts
    from snd_line l left join snd_message m on m.id = l.message_id
    where ${hasNumber(sql`l.e164`, number)} and l.kind = ${order} and l.tenant_id = ${c.actor.tenantId}
      and (l.owner_id = ${c.actor.userId} or ${c.can(`${order}:numbers` as 'whatsapp/order:numbers')} or ${c.can(`${phones}:view` as 'whatsapp/order-phone:view')})`,
  numberOf: (row) => sql`select e164 from snd_line where id = ${row}`,
});

/** By resource. */
export const places: Readonly<Record<string, Place>> = {
  [preWarehouse.name]: ofTable('inv_staged'),
  [warehouse.name]: ofTable('inv_item'),
  [whatsappOrderPhone.name]: messagesOf('whatsapp/order', whatsappOrderPhone.name),
  [smsSession.name]: ofTable('inb_session'),
  [smsOrderPhone.name]: messagesOf('sms/sms-task', smsOrderPhone.name),
  [telegramOrderPhone.name]: messagesOf('telegram/order', telegramOrderPhone.name),
  [outbound.name]: {
    rows: (c, number) => sql`select n.outbound_id as id, n.create_time as at,
      json_build_object('returnTime', n.return_time)::jsonb as facts from (${notesOf(c, number)}) n`,
  },
  [preOrder.name]: {
    rows: (c, number) => sql`
      select p.id, p.create_time as at, null::jsonb as facts from agt_preorder p
      where p.tenant_id = ${c.actor.tenantId} and p.id in (
        select i.preorder_id from inv_item i where ${hasNumber(sql`i.e164`, number)} and i.preorder_id is not null
        union
        select o.pre_order_id from (${notesOf(c, number)}) n join agt_product_order o on o.order_no = n.order_no and o.tenant_id = ${c.actor.tenantId}
        where o.pre_order_id is not null)`,
  },
  [agentProduct.name]: {
    rows: (c, number) => sql`select o.id, o.create_time as at, null::jsonb as facts from (${notesOf(c, number)}) n
      join agt_product_order o on o.order_no = n.order_no and o.tenant_id = ${c.actor.tenantId}`,
  },
  [supplierClaim.name]: {
    rows: (c, number) => sql`select c.id, l.create_time as at, null::jsonb as facts from sup_claim_line l
      join sup_claim c on c.id = l.claim_id where ${hasNumber(sql`l.e164`, number)} and l.tenant_id = ${c.actor.tenantId}`,
  },
  [embeddedNumber.name]: ofTable('sed_number'),
  [embeddedNumberTask.name]: ofTable('sed_task'),
  [lease.name]: ofTable('agt_lease'),
  [warrantyClaim.name]: {
    rows: (c, number) => sql`select id, create_time as at, null::jsonb as facts from war_claim
      where tenant_id = ${c.actor.tenantId} and (${hasNumber(sql`e164`, number)} or ${hasNumber(sql`replacement_e164`, number)})`,
    numberOf: (row) => sql`select e164 from war_claim where id = ${row}`,
  },
  [whatsappFilter.name]: checksOf(whatsappFilter),
  [telegramFilter.name]: checksOf(telegramFilter),
  [suppression.name]: {
    rows: (c, number) => sql`select id, create_time as at, null::jsonb as facts from cmp_suppression
      where ${havingDigest(c.app.secrets, number)}`,
  },
  [smsLog.name]: ofTable('sys_sms_log'),
};
