/** The refusal of a call that wants the second factor again. */
const STEP_UP_STATUS = 428;

/** Reason: the code is needed again, or two-step verification has to be set up. */
export type StepUp = 'again' | 'setUp';
type Ask = (what: StepUp) => Promise<boolean>;

const NEEDED = 'SECOND_FACTOR_NEEDED';

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/**
 * Registers the dialog that asks for the code and resolves to whether it was right. Returns a function that removes it.
 */
export function onStepUp(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Resolves to whether a refused call may be sent again after the verification. Calls refused together ask once. */
export async function hasSteppedUp(response: Response): Promise<boolean> {
  if (response.status !== STEP_UP_STATUS) return false;
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { bizCode?: string } | null;
  return isGivenAgain(response.status, answer?.bizCode);
}

/** As `hasSteppedUp`, of a refusal that was read already. */
export async function isGivenAgain(status: number | undefined, bizCode: string | undefined): Promise<boolean> {
  if (status !== STEP_UP_STATUS || !ask) return false;
  asking ??= ask(bizCode === NEEDED ? 'setUp' : 'again').finally(() => {
    asking = undefined;
  });
  return asking;
}
