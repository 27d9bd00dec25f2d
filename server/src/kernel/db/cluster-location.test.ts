import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClusterLocation, findClusterLocation } from './cluster-location.ts';

const isRoot = process.getuid?.() === 0;
const homeOf = (place: ClusterLocation) => path.dirname(place.data);

let folder: string;
let made: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-place-'));
  await chmod(folder, 0o711);
  made = [folder];
});
afterEach(async () => {
  for (const at of made) await rm(at, { recursive: true, force: true });
});

const find = async (dataDir: string) => {
  const place = await findClusterLocation(dataDir);
  made.push(homeOf(place), place.socket);
  return place;
};

describe('the home of the cluster', () => {
  it('is inside the data folder, closed to other users, and found again when that folder is moved', async () => {
    const place = await find(path.join(folder, 'data'));
    expect(homeOf(place)).toBe(path.join(folder, 'data', 'postgres'));
    expect((await stat(homeOf(place))).mode & 0o777).toBe(0o700);
    await rename(path.join(folder, 'data'), path.join(folder, 'moved'));
    expect(homeOf(await find(path.join(folder, 'moved')))).toBe(path.join(folder, 'moved', 'postgres'));
  });

  it('has a socket path that fits, for data folders of any depth', async () => {
    const deep = path.join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const place = await find(deep);
    expect(Buffer.byteLength(path.join(place.socket, '.s.PGSQL.5432'))).toBeLessThan(104);
  });

  it.runIf(isRoot)(
    'is elsewhere if its account cannot reach the folder, and new after the data folder was deleted',
    async () => {
      const shut = path.join(folder, 'shut');
      await mkdir(shut, { mode: 0o700 });
      const first = await find(path.join(shut, 'data'));
      expect(homeOf(first).startsWith(folder)).toBe(false);
      expect((await readFile(path.join(shut, 'data', 'postgres.location'), 'utf8')).trim()).toBe(homeOf(first));
      expect(homeOf(await find(path.join(shut, 'data')))).toBe(homeOf(first));
      await rm(path.join(shut, 'data'), { recursive: true });
      expect(homeOf(await find(path.join(shut, 'data')))).not.toBe(homeOf(first));
    },
  );

  it.runIf(isRoot)('belongs to an account without privileges, never to root', async () => {
    const place = await find(path.join(folder, 'data'));
    expect(place.owner?.uid).toBeGreaterThan(0);
    expect((await stat(homeOf(place))).uid).toBe(place.owner?.uid);
  });
});
