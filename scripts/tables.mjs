#!/usr/bin/env node
// Writes the tables that a new installation is seeded with, from packages that the product does not install: each gives one table.
//
//   node scripts/tables.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = ['i18n-iso-countries@7', 'country-to-currency@3', '@vant/area-data@2'];

const folder = mkdtempSync(path.join(os.tmpdir(), 'trade-assistant-tables-'));
try {
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
  const require = createRequire(path.join(folder, 'package.json'));
  const load = async (name) => (await import(pathToFileURL(require.resolve(name)).href)).default;
  const version = (name) => require(path.join(folder, 'node_modules', name, 'package.json')).version;

  const iso = await load('i18n-iso-countries');
  const currencies = require('country-to-currency').default;
  const chinese = iso.getNames('zh', { select: 'official' });
  write('server/src/engines/stock/inventory/countries.json', {
    source: [
      `i18n-iso-countries ${version('i18n-iso-countries')} (MIT, © 2016 widdix GmbH)`,
      `country-to-currency ${version('country-to-currency')} (MIT, © 2020 Thiago Delgado Pinto)`,
    ],
    countries: Object.fromEntries(
      Object.entries(iso.getNames('en', { select: 'official' })).map(([code, en]) => [
        code,
        { iso3: iso.alpha2ToAlpha3(code), zh: chinese[code], en, currency: currencies[code] ?? null },
      ]),
    ),
  });

  const { areaList } = require('@vant/area-data');
  const divisions = [
    [areaList.province_list, 2],
    [areaList.city_list, 4],
    [areaList.county_list, 6],
  ].flatMap(([list, digits]) => Object.entries(list).map(([code, name]) => [code.slice(0, digits), name]));
  write('server/src/engines/office/regions/divisions.json', {
    source: [`@vant/area-data ${version('@vant/area-data')} (MIT, © Youzan, © Chen Jiahan and other contributors)`],
    divisions: Object.fromEntries(divisions),
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes a line for each row. */
function write(file, { source, ...tables }) {
  const rows = (table) =>
    Object.entries(table)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n');
  const parts = Object.entries(tables).map(([name, table]) => `${JSON.stringify(name)}:{\n${rows(table)}\n}`);
  writeFileSync(path.join(root, file), `{"source":${JSON.stringify(source)},\n${parts.join(',\n')}}\n`);
}
