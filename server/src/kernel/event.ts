/** An event of an engine that engines above it act on in the same transaction. */
export interface EngineEvent<Given extends readonly unknown[], Answer = void> {
  /** Calls a function at each event; the same function is called once however often it is connected. @returns the removal */
  listen(listener: (...given: Given) => Promise<Answer>): () => void;
  /** Calls the listeners one after another. An error of one undoes the transaction. @returns their answers */
  announce(...given: Given): Promise<Answer[]>;
}

/** Declares an event; `events.ts` connects the engines that act on it. */
export function defineEvent<Given extends readonly unknown[], Answer = void>(): EngineEvent<Given, Answer> {
  const listeners = new Set<(...given: Given) => Promise<Answer>>();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async announce(...given) {
      const answers: Answer[] = [];
      for (const listener of listeners) answers.push(await listener(...given));
      return answers;
    },
  };
}
