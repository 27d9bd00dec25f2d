import type { Logger } from 'pino';
import { type OutageKind, outageOf, outageSummary } from '../db/outage.ts';

/** An outage without a new failure for this long is over. */
const QUIET_MILLIS = 10_000;
/** Interval of reminders while an episode lasts. */
const REMIND_MILLIS = 60_000;

interface Episode {
  readonly began: number;
  failures: number;
  reported: number;
  last: number;
}

/**
 * Logs an outage of the database once at its start, each minute during it and once at its end, with the number of failures (calls, timers,
 * queues, sockets) and without statements, values and stacks. @returns whether a value was such a failure and needs no other log entry
 */
export function outageEpisodes(log: () => Logger): (what: unknown) => boolean {
  const episodes = new Map<OutageKind, Episode>();
  const begin = (kind: OutageKind): Episode => {
    const now = performance.now();
    const episode: Episode = { began: now, failures: 0, reported: Number.NEGATIVE_INFINITY, last: now };
    episodes.set(kind, episode);
    const look = setInterval(() => {
      if (performance.now() - episode.last < QUIET_MILLIS) return;
      clearInterval(look);
      episodes.delete(kind);
      const seconds = Math.round((episode.last - episode.began) / 1000);
      log().info(
        { outage: kind, failures: episode.failures, seconds },
        'the outage is over: nothing has failed by it for ten seconds',
      );
    }, QUIET_MILLIS / 10);
    look.unref();
    return episode;
  };
  return (what) => {
    // The queue's library has its own name for it.
    const error = what instanceof Error ? what : Object.values(what ?? {}).find((one) => one instanceof Error);
    const kind = error && outageOf(error);
    if (kind === undefined) return false;
    const episode = episodes.get(kind) ?? begin(kind);
    episode.failures += 1;
    episode.last = performance.now();
    if (episode.last - episode.reported >= REMIND_MILLIS) {
      episode.reported = episode.last;
      log().error({ outage: kind, failures: episode.failures, reason: outageSummary(error) }, SENTENCES[kind]);
    }
    return true;
  };
}

const SENTENCES: Readonly<Record<OutageKind, string>> = {
  away: 'the database is away: calls are refused with 503 until it answers',
  busy: 'the database is too busy: calls are refused with 503',
  full: 'the disk of the database is full: nothing can be saved until there is room',
};
