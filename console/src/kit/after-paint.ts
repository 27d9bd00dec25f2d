/** A window that is not to be seen paints nothing: then it is done after so long. */
const UNSEEN_MILLIS = 300;

/** Does something once the next frame has been painted: what nobody waits for to see. Gives back how to call it off. */
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
