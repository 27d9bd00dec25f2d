/**
 * Lets Enter submit a form whose button stands outside of it, in a footer. Browsers do so by themselves only with a single
 * field: a key handler beside that would send twice.
 */
export const SubmitOnEnter = () => <button type="submit" hidden aria-hidden="true" tabIndex={-1} />;
