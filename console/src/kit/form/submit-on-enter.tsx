/**
 * Lets Enter submit a form whose button is outside, in a footer. Browsers submit on Enter only for a single field; an
 * additional key handler would send twice.
 */
export const SubmitOnEnter = () => <button type="submit" hidden aria-hidden="true" tabIndex={-1} />;
