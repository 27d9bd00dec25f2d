import { mkdir, writeFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApiDocument } from '../server/src/kernel/http/openapi.ts';
import { findModules } from '../server/src/modules.ts';

/**
 * Generates the types of a client from the API document, into `generated/api.ts`. They are not kept with the sources,
 * since the contract determines the document and the document the types.
 * @throws the errors of the document, if it is not valid OpenAPI 3.1
 */
export async function generate(): Promise<void> {
  const { modules } = await findModules();
  const document = openApiDocument(modules);
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) throw new Error(`The API document is not valid: ${JSON.stringify(errors, null, 2)}`);
  const types = await openapiTS(document as unknown as OpenAPI3, { silent: true });
  const folder = new URL('./generated/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('api.ts', folder), astToString(types));
}

if (import.meta.main) await generate().then(() => process.exit(0));
