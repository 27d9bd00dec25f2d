import { mkdir, writeFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { partnerDocument } from '../server/src/areas/open/v1/document.ts';
import { openApiDocument } from '../server/src/kernel/http/openapi.ts';
import { findModules } from '../server/src/modules.ts';

/**
 * Generates the types of two clients from their API documents: of the whole product into `generated/api.ts`, of the partner interface into
 * `generated/partner.ts`. They are not kept with the sources, since the contract determines the documents and these the types.
 * @throws the errors of a document, if it is not valid OpenAPI 3.1
 */
export async function generate(): Promise<void> {
  const { modules } = await findModules();
  await write('api.ts', openApiDocument(modules));
  await write('partner.ts', partnerDocument());
}

async function write(file: string, document: Record<string, unknown>): Promise<void> {
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) throw new Error(`The API document of ${file} is not valid: ${JSON.stringify(errors, null, 2)}`);
  const types = await openapiTS(document as unknown as OpenAPI3, { silent: true });
  const folder = new URL('./generated/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(file, folder), astToString(types));
}

if (import.meta.main) await generate().then(() => process.exit(0));
