export { telegram, whatsapp } from './channels.ts';
export { checkRoutes } from './check-routes.ts';
export { checkKinds } from './kind.ts';
export { linesToUpgrade } from './passed-lines.ts';
