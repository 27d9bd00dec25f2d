/** Returns the login page's address with the requested page. */
export function loginPath(wanted: string): string {
  return wanted === '/' || wanted === '/wel/index' ? '/login' : `/login?${new URLSearchParams({ redirect: wanted })}`;
}

/** Where to go after the login: only ever an address of this console. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '/';
  // Browsers read a backslash as a slash, so `/\host` would leave for another host too.
  const isOwn = /^\/(?![/\\])/.test(wanted) && !/^\/(login|403|404|500)\b/.test(wanted);
  return isOwn ? wanted : '/';
}
