// Loaded before the server by `npm start`: if the process that launched it was killed (kill -9, a closed window), the
// server stops in an orderly way instead of keeping its port and data.
const EVERY_MILLIS = 500;
const launcher = process.ppid;

setInterval(() => {
  if (process.ppid !== launcher) process.kill(process.pid, 'SIGTERM');
}, EVERY_MILLIS).unref();
