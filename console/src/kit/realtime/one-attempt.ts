/** Keeps to one attempt at a time. One that was given up on may still fail, which concerns nobody then. */
export function oneAttempt(begin: () => Promise<void>, onFailed: () => void): { start(): void; giveUp(): void } {
  let current: Promise<void> | undefined;
  return {
    start() {
      if (current) return;
      const mine = begin().catch(() => {
        if (current !== mine) return;
        current = undefined;
        onFailed();
      });
      current = mine;
    },
    giveUp() {
      current = undefined;
    },
  };
}
