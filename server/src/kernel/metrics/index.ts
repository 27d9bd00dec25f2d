import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The numbers of one process. */
export interface Metrics {
  readonly registry: Registry;
  /** One answered request; the route is its pattern, never the address with its values. */
  observe(route: string, status: number, seconds: number): void;
}

/**
 * Buckets are counted by area and kind of answer, of which there are some dozens; routes, of which there are hundreds, have a
 * count and a sum each. The page stays below half a megabyte when every call has been answered in every way.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by area',
    labelNames: ['area', 'status'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests, by route',
    labelNames: ['route', 'status'],
    registers,
  });
  const seconds = new Counter({
    name: 'http_request_seconds_total',
    help: 'Time spent on answering requests, by route',
    labelNames: ['route'],
    registers,
  });
  return {
    registry,
    observe: (route, status, taken) => {
      const kind = `${Math.floor(status / 100)}xx`;
      duration.observe({ area: areaOf(route), status: kind }, taken);
      requests.inc({ route, status: kind });
      seconds.inc({ route }, taken);
    },
  };
}

/** `whatsapp` for `/api/whatsapp/warehouse/page`, `other` for addresses that are no calls. */
const areaOf = (route: string): string => /^\/api\/([^/]+)\//.exec(route)?.[1] ?? 'other';
