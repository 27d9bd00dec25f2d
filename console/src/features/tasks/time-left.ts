/** `total − done` at the speed of `done − from` in some seconds. */
export function secondsLeftAt(from: number, done: number, total: number, seconds: number): number | undefined {
  const speed = seconds >= 1 ? (done - from) / seconds : 0;
  return speed > 0 ? (total - done) / speed : undefined;
}
