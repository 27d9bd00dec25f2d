const MASS = 'server/src/engines/stock/warranty/mass.ts';
const of = (...names) => names.map((name) => `server/src/engines/stock/warranty/${name}.test.ts`);

export default [
  {
    file: MASS,
    what: 'the claims of a dismissed mass event that were only suspected stay open',
    from: "event === 'resume' ? [STATUS.paused] : [STATUS.paused, STATUS.suspected];",
    to: '[STATUS.paused];',
    tests: of('mass'),
  },
  {
    file: MASS,
    what: 'the claims that a mass event paused stay paused when it is dismissed',
    from: 'const states = ',
    to: "if (event === 'dismiss') return;\n  const states = ",
    tests: of('random-histories'),
  },
];
