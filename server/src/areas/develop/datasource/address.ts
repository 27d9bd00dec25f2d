import { datasourceCategory, datasourceTls } from '@trade-assistant/contract/areas/develop/datasource.ts';
import type { Outbound } from '../../../kernel/outbound/index.ts';

const { postgresql, mysql } = datasourceCategory.is;
const PORTS: Readonly<Record<number, number>> = { [postgresql]: 5432, [mysql]: 3306 };

/** The address of a database. */
export interface SourceAddress {
  readonly category: number;
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** Returns the parts of an address such as `jdbc:mysql://host:3306/shop?useSSL=false`, whose parameters are ignored. */
export function addressOf(url: string): SourceAddress {
  const parsed = new URL(url.replace(/^jdbc:/i, ''));
  const category = parsed.protocol === 'mysql:' ? mysql : postgresql;
  return {
    category,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port) || (PORTS[category] ?? 0),
    database: decodeURIComponent(parsed.pathname.slice(1)),
  };
}

/** @throws the errors of the operator's rules: ENDPOINT_PRIVATE, ENDPOINT_NOT_LISTED, ENDPOINT_PLAIN, ENDPOINT_ADDRESS */
export function assertAllowed(outbound: Outbound, url: string, tls: number): void {
  const plain = url.replace(/^jdbc:/i, '').replace(/^postgres:/i, 'postgresql:');
  const address = tls === datasourceTls.is.none ? plain : plain.replace(/^(postgresql|mysql):/i, '$1s:');
  outbound.check(address, ['postgresql:', 'postgresqls:', 'mysql:', 'mysqls:']);
}
