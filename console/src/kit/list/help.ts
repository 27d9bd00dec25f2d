import type { ReactNode } from 'react';

/** Returns the link from a screen to its instructions, shown beside its title. */
type Help = (screen: string) => ReactNode;

let helpOf: Help = () => null;

/** Sets the link to instructions, once at the console's start: features above the kit provide it. */
export const provideHelp = (help: Help): void => {
  helpOf = help;
};

export const helpFor: Help = (screen) => helpOf(screen);
