// Loaded ahead of the server by `npm start`: when the process that launched it is gone without a word (kill -9, a closed
// window), the server stops in good order instead of holding its port and its data for nobody.
const EVERY_MILLIS = 500;
const launcher = process.ppid;

setInterval(() => {
  if (process.ppid !== launcher) process.kill(process.pid, 'SIGTERM');
}, EVERY_MILLIS).unref();
