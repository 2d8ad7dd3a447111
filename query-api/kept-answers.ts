/** What answers that are remembered may weigh together; the oldest go first. */
export type Room<Answer> = { weigh(answer: Answer): number; atMost: number };

/** The oldest of what is kept go, until the rest fits; what is still under way weighs nothing yet, and stays. */
export const makeRoom = (kept: Map<string, { pending: boolean; weight: number }>, atMost: number): void => {
  let weight = 0;
  for (const entry of kept.values()) weight += entry.weight;
  for (const [key, entry] of kept) {
    if (weight <= atMost) return;
    if (entry.pending) continue;
    weight -= entry.weight;
    kept.delete(key);
  }
};
