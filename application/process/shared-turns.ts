import { oneAfterAnother } from "./one-after-another.ts";

/**
 * Questions of one key are answered one after another, those of different keys side by side. Whoever asks what already waits for its turn
 * shares its answer: it is found out after they asked. What has begun is shared with nobody, as it may have read too early.
 */
export const createSharedTurns = () => {
  const inTurn = oneAfterAnother();
  const waiting = new Map<string, Promise<unknown>>();
  /** `name`: what of the key is asked; the same of one key must have the same kind of answer. */
  return <Result>(key: string, name: string, find: () => Promise<Result>): Promise<Result> => {
    const question = `${name} of ${key}`;
    const same = waiting.get(question) as Promise<Result> | undefined;
    if (same) return same;
    const turn = inTurn(key, () => {
      waiting.delete(question);
      return find();
    });
    waiting.set(question, turn);
    return turn;
  };
};
