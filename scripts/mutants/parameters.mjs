const guarded = 'server/src/engines/office/parameters/guarded.ts';
const tests = ['server/src/areas/system/param.test.ts'];

/** Ways in which one person could weaken safeguards of money and data. */
export default [
  {
    what: 'one person sets a weaker value on the control panel',
    file: guarded,
    from: '  if (asked) return asked;\n',
    to: '',
    tests,
  },
  {
    what: 'one person sets a weaker value in the list',
    file: guarded,
    from: '  if (found?.isWeaker) return found.before;\n',
    to: '',
    tests,
  },
  {
    what: 'an approval applies a value that was not shown',
    file: guarded,
    from: '    if (now?.before !== before || now.after !== after) throw commonErrors.STALE_DATA();\n',
    to: '',
    tests,
  },
  {
    what: 'two requests about one parameter wait',
    file: guarded,
    from: '  if (!found?.isWeaker) return undefined;\n  await takeBack(tx, actor, change.paramKey);\n',
    to: '  if (!found?.isWeaker) return undefined;\n',
    tests,
  },
  {
    what: 'no limit counts as the strongest',
    file: 'contract/src/kit/parameter.ts',
    from: 'return Number.NEGATIVE_INFINITY;',
    to: 'return Number.POSITIVE_INFINITY;',
    tests: ['contract/src/parameters.test.ts'],
  },
  {
    what: "a tenant restores the platform's value by removing its own",
    file: 'server/src/areas/system/param.ts',
    from: '    if (fixed) throw paramErrors.PARAM_BUILT_IN({ key: fixed.paramKey });\n',
    to: '',
    tests,
  },
];
