import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { AGENT_PASSWORD, openBuyers } from '../server/src/testing/market.ts';
import { type Benchmark, figure, percentile, timed } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';

const SESSIONS = Number(process.env.INBOX_SESSIONS ?? 100_000);
/** Entries of each session; half of the sessions are open, a third of these wait for a reply. The agent has read all but one in 51. */
const ENTRIES = 5;
const TURNS = 40;

/** The inbox of one agent with many sessions: its views, further pages and one conversation, against the bare query of the first page. */
export default {
  title: `the inbox of ${SESSIONS.toLocaleString('en-US')} sessions`,
  async run() {
    const product = await startProduct({ DEMO: '0' });
    try {
      await openBuyers(product.db, 1, parseMoney('1'));
      const taskId = await fill(product);
      const token = await product.server.signIn('buyer_1', AGENT_PASSWORD);
      const get = async (call: string, query: string) => {
        const { result, seconds } = await timed(() =>
          product.server.client.send(`/api/sms/session/${call}?${query}`, { token }),
        );
        if (result.status !== 200) throw new Error(`${call}: ${JSON.stringify(result.body).slice(0, 300)}`);
        return { data: result.body.data, millis: seconds * 1000 };
      };
      const bare = await p95(async (turn) => {
        const { seconds } = await timed(() =>
          product.db.pool.query(
            'select * from inb_session where task_id = $1 and session_status in (0, 1) order by last_msg_time desc limit 50 offset $2',
            [taskId, turn],
          ),
        );
        return seconds * 1000;
      });
      const figures = [figure('bare query of a page, p95', bare, 'ms')];
      for (const view of ['all', 'mine', 'unassigned', 'unread', 'waiting'])
        for (const sort of ['waiting', 'activity']) {
          let after = '';
          const millis = await p95(async () => {
            const { data, millis: taken } = await get('queue', `view=${view}&sort=${sort}${after}`);
            after = data.next ? `&after=${encodeURIComponent(data.next)}` : '';
            return taken;
          });
          figures.push(figure(`view ${view} by ${sort}, page after page, p95`, millis, 'ms', { atMost: 100 }));
        }
      figures.push(
        figure('counts, p95', await p95(async () => (await get('badges', '')).millis), 'ms', { atMost: 100 }),
      );
      const { data } = await get('queue', 'sort=activity&size=50');
      const ids = data.items.map(({ id }: { id: string }) => id);
      const opened = await p95(async (turn) => (await get('messages', `id=${ids[turn % ids.length]}`)).millis);
      figures.push(figure('opening a session, p95', opened, 'ms', { atMost: 100 }));
      const slowest = Math.max(...figures.slice(1).map(({ value }) => value));
      return [...figures, figure('the slowest ÷ the bare query', slowest / bare, '')];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

async function p95(turn: (at: number) => Promise<number>): Promise<number> {
  const millis: number[] = [];
  await turn(0);
  for (let at = 0; at < TURNS; at += 1) millis.push(await turn(at));
  return percentile(millis, 0.95);
}

/** One task with its sessions and entries: only rows, without texts. @returns the id of the task */
async function fill({ db }: Product): Promise<string> {
  const { rows } = await db.pool.query(
    `insert into inb_task (tenant_id, owner_id, owner_path, task_no, task_name, agent_name, sender_id, status)
     select tenant_id, id, owner_path, 'BENCH', 'Support', real_name, 1, 1 from sys_user where account = 'buyer_1' returning id::text`,
  );
  const taskId = String(rows[0].id);
  await db.pool.query(
    `insert into inb_session (tenant_id, owner_id, owner_path, task_id, sender_id, session_no, e164, session_status, assigned_user, assigned_name,
       is_for_people, last_msg_time, waiting_since, spent, close_time, end_reason, last_no, last_in_no, create_time)
     select t.tenant_id, t.owner_id, t.owner_path, t.id, 1, 'SS' || s, 12025550100 + s, case when s % 2 = 0 then 2 when s % 3 = 0 then 0 else 1 end,
       case when s % 5 = 0 then t.owner_id end, case when s % 5 = 0 then t.agent_name end, true, now() - s * interval '20 seconds',
       case when s % 2 = 1 and s % 3 = 0 then now() - s * interval '20 seconds' end, 0, case when s % 2 = 0 then now() end,
       case when s % 2 = 0 then 1 end, s * $2::int, s * $2::int, now() - s * interval '30 seconds'
     from inb_task t cross join generate_series(1, $1::int) s where t.id = $3`,
    [SESSIONS, ENTRIES, taskId],
  );
  await db.pool.query(
    `insert into inb_event (task_id, event_no, session_id, kind, status)
     select s.task_id, s.last_no - n, s.id, case when n % 2 = 0 then 1 else 2 end, 2 from inb_session s cross join generate_series(0, $1::int - 1) n`,
    [ENTRIES],
  );
  await db.pool.query(
    'insert into inb_seen (user_id, session_id, seen_no) select owner_id, id, last_no from inb_session where id % 51 <> 0',
  );
  await db.pool.query('insert into inb_counter (task_id, event_no) values ($1, $2)', [taskId, SESSIONS * ENTRIES + 1]);
  await db.pool.query('vacuum analyze');
  return taskId;
}
