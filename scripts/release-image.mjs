#!/usr/bin/env node
// Keeps a release for the tests of upgrades: the digests of its numbered files, and its database with demo data.
//
//   npm start (with DEMO=1 and the SECRET_KEY below)   npm run backup -- FOLDER --without-key   node scripts/release-image.mjs FOLDER VERSION
//
// The release's own program makes the backup. SECRET_KEY is 63 zeros and a one: the image holds no secret of anybody.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';

const [folder, version] = process.argv.slice(2);
if (!folder || !/^\d+\.\d+\.\d+$/.test(version ?? '')) {
  console.error('node scripts/release-image.mjs FOLDER VERSION');
  process.exit(2);
}
const releases = fileURLToPath(new URL('../server/database/releases/', import.meta.url));
const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
const tables = Object.fromEntries(
  manifest.database.tables.map(({ file }) => [
    file,
    gunzipSync(readFileSync(path.join(folder, file))).toString('utf8'),
  ]),
);
mkdirSync(releases, { recursive: true });
writeFileSync(
  path.join(releases, `${version}.json`),
  `${JSON.stringify({ version, files: manifest.database.migrations }, null, 2)}\n`,
);
// Stored files are left out: an upgrade changes tables.
const image = Buffer.from(JSON.stringify({ manifest: { ...manifest, version }, tables }));
const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(path.join(releases, `${version}.image.br`), brotliCompressSync(image, { params: parameters }));
