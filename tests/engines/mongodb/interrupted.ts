import type { Mongo } from "#infra/mongodb/client.ts";

/** Thrown in place of every call of a process that was killed. */
export class Killed extends Error {
  override name = "Killed";
}

/** A connection that counts its calls. `before` gets the number of each, from 1, and may throw. */
export const counted = (mongo: Mongo, before: (call: number) => void): Mongo => {
  let calls = 0;
  return {
    ...mongo,
    async call(work, ms) {
      calls += 1;
      before(calls);
      return mongo.call(work, ms);
    },
  };
};

/** A process killed before the `nth` call since `arm`: earlier calls have happened, and no more do. */
export const killedBefore = (mongo: Mongo, nth: number): { mongo: Mongo; arm(): void; isDead(): boolean } => {
  let since: number | undefined;
  let dead = false;
  let last = 0;
  return {
    mongo: counted(mongo, (call) => {
      last = call;
      if (since !== undefined && call - since >= nth) dead = true;
      if (dead) throw new Killed(`Killed before call ${nth}.`);
    }),
    arm() {
      since = last;
    },
    isDead: () => dead,
  };
};
