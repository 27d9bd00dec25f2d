import { defineTimer, type Timer } from '../../kernel/jobs/index.ts';
import { telegram, whatsapp } from './channels.ts';
import { confirmRead } from './confirm.ts';
import { askChannels, expireLines, purgeMessages } from './polls.ts';

const SECOND_MILLIS = 1000;
const channels = new Map([whatsapp, telegram].map((channel) => [channel.resource as string, channel]));

/** Timers of message orders: reading, polls, expiry and removal. */
export const sendingTimers: readonly Timer[] = [
  defineTimer({ name: 'sending/confirm-read', every: SECOND_MILLIS, run: (app) => confirmRead(app, channels) }),
  defineTimer({ name: 'sending/ask', every: SECOND_MILLIS, run: askChannels }),
  defineTimer({ name: 'sending/expire', every: SECOND_MILLIS, run: expireLines }),
  defineTimer({ name: 'sending/purge', every: { at: '04:20' }, run: purgeMessages }),
];
