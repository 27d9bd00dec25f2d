import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];
const POSTGRESQL = '/usr/lib/postgresql';
/** The oldest PostgreSQL that the product runs on. */
const OLDEST = 15;

/** Paths of the programs that the topology needs. */
export interface Programs {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly openssl: string;
  /** The folder with the programs of PostgreSQL. */
  readonly postgresql: string;
}

/** Packages of Debian that have these programs. */
const PACKAGES: Readonly<Record<keyof Programs, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  openssl: 'openssl',
  postgresql: 'postgresql',
};

/** Returns the programs of this machine, or the names of the packages that it lacks. */
export function findPrograms(): { readonly programs: Programs } | { readonly missing: readonly string[] } {
  const programs = {
    patroni: programOf('patroni'),
    etcd: programOf('etcd'),
    haproxy: programOf('haproxy'),
    openssl: programOf('openssl'),
    postgresql: newestPostgresql(),
  };
  const missing = (Object.keys(PACKAGES) as (keyof Programs)[]).filter((name) => programs[name] === '');
  return missing.length > 0 ? { missing: missing.map((name) => PACKAGES[name]) } : { programs };
}

const programOf = (name: string): string =>
  FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? '';

function newestPostgresql(): string {
  const versions = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL).map(Number) : [];
  return (
    versions
      .filter((version) => version >= OLDEST)
      .sort((one, other) => other - one)
      .map((version) => path.join(POSTGRESQL, String(version), 'bin'))
      .find((folder) => existsSync(path.join(folder, 'initdb'))) ?? ''
  );
}
