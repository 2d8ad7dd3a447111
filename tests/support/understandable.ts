import { expect } from "vitest";

const machinery = /graphql|json|undefined|null|\[object|exception|stack|fetch|ECONN|socket|http|\b[45]\d\d\b|\n/i;

/** A reason in a merchant's words: whole sentences, an advice, nothing of the machinery. */
export const expectUnderstandable = (reason: string | null, advice: RegExp): void => {
  expect(reason).toMatch(/^[A-Z].*\.$/s);
  expect(reason).toMatch(advice);
  expect(reason).not.toMatch(machinery);
};
