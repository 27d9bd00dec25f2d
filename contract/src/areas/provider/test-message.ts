import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { id } from '../../kit/schema.ts';
import { probed } from './provider-health.ts';

/** Sends a test message of a bot to the caller's own chat; until there is one, `link` starts the bot for the caller. */
export const testMessage = post({
  title: { zh: '给自己发测试消息', en: 'Test message to me' },
  access: 'test',
  untrailed: 'a trial that changes nothing',
  perMinute: 10,
  input: z.object({ id: id() }),
  data: probed.extend({ link: z.string().nullable() }),
});
