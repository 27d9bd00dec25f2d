import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { outageEpisodes } from './episodes.ts';
import { loggableError, loggableText } from './loggable-error.ts';
import { maskNumbers } from './redact.ts';

export { loggableError } from './loggable-error.ts';

/**
 * Creates the process log. Errors are logged by their shape under any name, and phone numbers are masked; an outage of the database is
 * logged once, not per failure.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const isOutage = outageEpisodes(() => log);
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[];
        if (isOutage(first)) return;
        const texts = rest.map((one) => (typeof one === 'string' ? loggableText(one) : written(one)));
        if (first instanceof Error) texts[0] ??= loggableError(first).message;
        const what = first instanceof Error ? { err: loggableError(first) } : written(first);
        Reflect.apply(method, this, [what, ...texts]);
      },
    },
    // They are shapes by now.
    serializers: { err: (shape: unknown) => shape },
  };
  const log: Logger = destination ? pino(options, destination) : pino(options);
  return log;
}

/** Returns the logged value with its errors replaced. Requests and the like keep their own serializers. */
function written(value: unknown): unknown {
  if (typeof value === 'string') return loggableText(value);
  if (value instanceof Error) return loggableError(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      item instanceof Error ? loggableError(item) : typeof item === 'string' ? maskNumbers(item) : item,
    ]),
  );
}
