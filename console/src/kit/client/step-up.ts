/** The refusal of a call that wants the second factor again. */
const STEP_UP_STATUS = 428;

/** Why: the code is wanted again, or there is no second factor yet and one has to be set up. */
export type StepUp = 'again' | 'setUp';
type Ask = (what: StepUp) => Promise<boolean>;

const NEEDED = 'SECOND_FACTOR_NEEDED';

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
