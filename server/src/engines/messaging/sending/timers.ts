import { defineTimer, type Timer } from '../../../kernel/jobs/index.ts';
import { channels as all } from './channels.ts';
import { confirmRead } from './confirm.ts';
import { expireTexts, recoverOutbox } from './outbox.ts';
import { askChannels, expireLines, purgeMessages } from './polls.ts';
import { resumePhones } from './resume.ts';

const SECOND_MILLIS = 1000;
const MINUTE_MILLIS = 60_000;
const channels = new Map(all.map((channel) => [channel.resource as string, channel]));

/** Timers of message orders: reading, polls, expiry and removal. */
export const sendingTimers: readonly Timer[] = [
  defineTimer({ name: 'sending/confirm-read', every: SECOND_MILLIS, run: (app) => confirmRead(app, channels) }),
  defineTimer({ name: 'sending/ask', every: SECOND_MILLIS, run: askChannels }),
  defineTimer({ name: 'sending/expire', every: SECOND_MILLIS, run: expireLines }),
  defineTimer({ name: 'sending/recover-outbox', every: SECOND_MILLIS, run: recoverOutbox }),
  defineTimer({ name: 'sending/resume-phones', every: 5 * SECOND_MILLIS, run: resumePhones }),
  defineTimer({ name: 'sending/expire-texts', every: MINUTE_MILLIS, run: expireTexts }),
  defineTimer({ name: 'sending/purge', every: { at: '04:20' }, run: purgeMessages }),
];
