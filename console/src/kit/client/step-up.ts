/** The refusal of a call that wants the second factor again. */
const STEP_UP_STATUS = 428;

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Says how people are asked for their code; answers whether it was right. Gives back how to stop. */
export function onStepUp(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Whether a refused call may be made again: its caller has just given the second factor. Calls refused together ask once. */
export async function hasSteppedUp(status: number): Promise<boolean> {
  if (status !== STEP_UP_STATUS || !ask) return false;
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}
