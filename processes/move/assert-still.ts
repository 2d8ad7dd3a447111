import { setTimeout as sleep } from "node:timers/promises";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { membersRegister } from "../../projections/members.ts";
import { CannotMove } from "./differs.ts";
import type { Side } from "./side.ts";

/** Longer than the projections of a Sheaf that runs are silent, ms. */
const longEnough = 6_500;

/**
 * Sees that no Sheaf is at work on stores that others keep, as far as that can be seen: its projections say every 2 s that they are there. What
 * works unseen is told at the end, when both sides are compared.
 * @throws {CannotMove} one is
 */
export const assertStill = async (
  { name, readStore }: Pick<Side, "name" | "readStore">,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> => {
  if (!readStore) return;
  const look = async () => (await readStore.readRegister(membersRegister))?.version;
  const before = await look();
  // Nobody has ever projected anything there.
  if (before === undefined) return;
  await wait(longEnough);
  if ((await look()) !== before)
    throw new CannotMove(
      `Sheaf is running on ${name}. Stop every process of it first, then run '${operatorCommand("move")}' again.`,
    );
};
