const kit = (name) => `console/src/kit/${name}.test.ts`;
const component = (name) => `console/src/kit/${name}.component.test.tsx`;
const ATTEMPT = 'console/src/kit/form/use-attempt.ts';
const DRAFT = 'console/src/kit/form/draft.ts';
const REFRESH = 'console/src/kit/client/refresh.ts';
const SELECTION = 'console/src/kit/list/selection/selection.tsx';
const VALUES = 'console/src/kit/form/values.ts';

export default [
  {
    file: ATTEMPT,
    what: 'Enter pressed twice sends twice',
    from: '    if (isUnderWay.current) return;\n',
    to: '',
    tests: [component('form/use-attempt')],
  },
  {
    file: ATTEMPT,
    what: 'a form sent after a refusal reuses the refused key',
    from: '      if (error instanceof CallError && error.isRefusal) renewKey();\n',
    to: '',
    tests: [component('form/use-attempt')],
  },
  {
    file: ATTEMPT,
    what: 'a request without an answer is repeated with another key',
    from: '      if (error instanceof CallError && error.isRefusal) renewKey();\n',
    to: '      renewKey();\n',
    tests: [component('form/use-attempt')],
  },
  {
    file: 'console/src/kit/client/call-error.ts',
    what: 'an answer of a proxy counts as a refusal of ours',
    from: 'isRefusal: code < 500 && isOurs(fields),',
    to: 'isRefusal: true,',
    tests: ['console/src/kit/client/call-error.test.ts'],
  },
  {
    file: ATTEMPT,
    what: 'the same form sends the next thing under the key of the last',
    from: '      ownKey.current = undefined;\n',
    to: '',
    tests: [component('form/use-attempt')],
  },
  {
    file: DRAFT,
    what: 'passwords are kept in the storage',
    from: 'const SECRET = /pass(word|phrase)|token|',
    to: 'const SECRET = /token|',
    tests: [kit('persisted-state')],
  },
  {
    file: DRAFT,
    what: 'input for one row appears for another',
    from: '`${form} ${subject}`',
    to: '`${form}`',
    tests: [kit('persisted-state')],
  },
  {
    file: VALUES,
    what: 'a field that was emptied is not cleared',
    from: 'JSON.stringify(value) !== JSON.stringify(before[name] ?? null)',
    to: 'value !== null && JSON.stringify(value) !== JSON.stringify(before[name] ?? null)',
    tests: [kit('form/form')],
  },
  {
    file: 'console/src/kit/list/table/columns.tsx',
    what: 'columns behind a permission are shown to everybody',
    from: '(readPermission && !can(`${resource.name}:${readPermission}`))',
    to: 'false',
    tests: [kit('list/table/columns')],
  },
  {
    file: SELECTION,
    what: 'a range with Shift ends one row early',
    from: 'Math.max(from, to) + 1)',
    to: 'Math.max(from, to))',
    tests: [kit('list/selection/selection')],
  },
  {
    file: SELECTION,
    what: 'a range with Shift unticks its ticked rows',
    from: 'for (const one of isRange ? between(shown, anchor, row) : [row]) set(next, one, isOn);',
    to: 'for (const one of isRange ? between(shown, anchor, row) : [row]) set(next, one, !rows.has(one.id));',
    tests: [kit('list/selection/selection')],
  },
  {
    file: REFRESH,
    what: 'a session is renewed although another tab has done so',
    from: "  if (accessToken !== null && accessToken !== refused) return 'renewed';\n",
    to: '',
    tests: [kit('client/refresh')],
  },
  {
    file: REFRESH,
    what: 'a server that asks for patience signs out',
    from: ' || response.status === 429',
    to: '',
    tests: [kit('client/refresh')],
  },
  {
    file: REFRESH,
    what: 'a signed-out user is signed in again by a pending renewal',
    from: "  if (useSession.getState().refreshToken !== refreshToken) return 'ended';\n",
    to: '',
    tests: [kit('client/client')],
  },
  {
    file: 'console/src/kit/client/session.ts',
    what: 'the next user inherits the permissions of the last',
    from: 'answer.user_id === undefined || answer.user_id === before.user?.userId ? before.permissions : new Set()',
    to: 'before.permissions',
    tests: [kit('client/session')],
  },
  {
    file: 'console/src/kit/persisted-state.ts',
    what: 'a user gets data that another user left in the window',
    from: 'by !== null && kept.by === by && isRecord(kept.tabs)',
    to: 'by !== null && isRecord(kept.tabs)',
    tests: [kit('persisted-state')],
  },
  {
    file: 'console/src/kit/storage.ts',
    what: "shared data of all windows is read before the window's own",
    from: "for (const place of ['session', 'local'] as const) {\n    const found",
    to: "for (const place of ['local', 'session'] as const) {\n    const found",
    tests: [kit('storage')],
  },
  {
    file: 'console/src/kit/list/selection/fetch-all-rows.ts',
    what: 'rows that go away meanwhile leave others out',
    from: '    if (gone > 0 && current > 1) current',
    to: '    if (gone < 0 && current > 1) current',
    tests: [kit('list/selection/fetch-all-rows')],
  },
  {
    file: 'console/src/kit/fields/money.ts',
    what: 'an amount below one is rounded to nothing',
    from: 'size < ONE ? amount : roundMoney(amount, decimals)',
    to: 'roundMoney(amount, 2)',
    tests: [kit('fields/money')],
  },
];
