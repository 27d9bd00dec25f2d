import { smsLog } from '@trade-assistant/contract/areas/resource/sms-log.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq } from 'drizzle-orm';
import { type SmsMessage, smsMessages } from '../../engines/vendors/sms/index.ts';
import { serve } from '../../kernel/http/serve.ts';
import { maskNumber } from '../../kernel/phone/index.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';

/** Searched by displayed values. */
const SOURCE = { table: smsMessages, scope: 'tenant', columns: { phone: smsMessages.e164 } } as const;

export default serve(smsLog, {
  list: async (c, query) => {
    const page = await listRows<SmsMessage>(c.app.db, { actor: c.actor, ...SOURCE }, query);
    return { ...page, records: page.records.map(shown) };
  },
  counts: (c, query) => countStates(c.app.db, { actor: c.actor, ...SOURCE }, query, smsLog),
  detail: async (c, { id }) => {
    const [row] = await c.app.db.drizzle
      .select()
      .from(smsMessages)
      .where(and(visible(c.actor, smsMessages, 'tenant'), eq(smsMessages.id, id)));
    if (!row) throw commonErrors.NOT_FOUND();
    return shown(row);
  },
  export: (c, query) => {
    const { name: resource, title, fields } = smsLog;
    const options = { resource, title, fields, ...SOURCE, complete: async (rows: SmsMessage[]) => rows.map(shown) };
    return exportList<SmsMessage>(c, options, query);
  },
});

const shown = ({ e164, ...row }: SmsMessage) => ({ ...row, phone: maskNumber(e164) });
