/** In milliseconds. A hidden window paints nothing: the work then runs after this time. */
const UNSEEN_MILLIS = 300;

/** Runs non-urgent work after the next frame has been painted. Returns a function that cancels it. */
export function afterPaint(work: () => void): () => void {
  let timer = setTimeout(work, UNSEEN_MILLIS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
