import { AppError, type commonErrors, declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';

const declarationOf = (code: string) => {
  const declaration = declaredErrors.get(code);
  if (!declaration) throw new Error(`No error is declared as ${code}`);
  return declaration;
};

/** A common refusal with a specific text; clients know it by the same code. */
export const saying = (
  code: keyof typeof commonErrors.declarations,
  sentence: Text,
  params: Readonly<Record<string, string | number>>,
  data?: unknown,
): AppError => new AppError(code, { ...declarationOf(code), ...sentence }, params, data);
