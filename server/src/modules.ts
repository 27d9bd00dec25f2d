import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type WorkKind, type WorkKinds, workJob } from './engines/messaging/work/index.ts';
import type { ApprovalKind } from './kernel/approvals.ts';
import type { AreaModule } from './kernel/http/serve.ts';
import type { Job, Timer } from './kernel/jobs/index.ts';

const AREAS = fileURLToPath(new URL('./areas/', import.meta.url));

/** Exports that a file below `areas/<area>/` may have beside its module. */
interface Exports {
  readonly default?: AreaModule;
  readonly jobs?: readonly Job[];
  readonly works?: readonly WorkKind[];
  readonly timers?: readonly Timer[];
  readonly approvals?: readonly ApprovalKind[];
}

export interface Modules {
  readonly modules: readonly AreaModule[];
  readonly jobs: readonly Job[];
  readonly works: WorkKinds;
  readonly timers: readonly Timer[];
  readonly approvals: ReadonlyMap<number, ApprovalKind>;
}

/** Finds the areas by folder: `areas/<area>/<resource>.ts` is served at `/api/<area>/<resource>`, or it does not start. */
export async function findModules(): Promise<Modules> {
  const found: { name: string; exports: Exports }[] = [];
  for (const area of (await readdir(AREAS, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
    for (const file of (await readdir(`${AREAS}${area.name}`)).sort()) {
      if (!/^[a-z0-9-]+\.ts$/.test(file)) continue;
      // An area that is one resource: its calls are below the area's own address.
      const name = file === 'index.ts' ? area.name : `${area.name}/${file.slice(0, -3)}`;
      found.push({ name, exports: (await import(pathToFileURL(`${AREAS}${area.name}/${file}`).href)) as Exports });
    }
  }
  const modules = found.flatMap(({ name, exports }) => {
    if (!exports.default) return [];
    if (exports.default.resource.name !== name)
      throw new Error(`areas/${name}.ts serves ${exports.default.resource.name}`);
    return [exports.default];
  });
  const works = found.flatMap(({ exports }) => exports.works ?? []);
  return {
    modules,
    jobs: [...found.flatMap(({ exports }) => exports.jobs ?? []), ...works.map((kind) => workJob(kind) as Job)],
    works: new Map(works.map((kind) => [kind.name, kind])),
    timers: found.flatMap(({ exports }) => exports.timers ?? []),
    approvals: new Map(found.flatMap(({ exports }) => (exports.approvals ?? []).map((kind) => [kind.kind, kind]))),
  };
}
