import { DEFAULT_ZONE, formatTime } from '@trade-assistant/contract/kit/time.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** The context of every part of the demo data: transaction, random source, timeline, people. */
export interface Demo {
  readonly tx: Tx;
  readonly random: Random;
  readonly timeline: Timeline;
  readonly people: People;
  readonly system: Actor;
}

/** A business number of the day it tells of, out of the demo data's own chance. */
export const businessNumber = (random: Random, prefix: string, at: Date): string =>
  `${prefix}${formatTime(at, DEFAULT_ZONE).slice(2, 10).replaceAll('-', '')}${random.digits(8)}`;
