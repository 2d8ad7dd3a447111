import { setTimeout as sleep } from "node:timers/promises";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { membersRegister } from "../../projections/members.ts";
import { CannotMove } from "./cannot-move.ts";
import type { Side } from "./side.ts";

/** Longer than the longest pause between heartbeats of running projections, ms. */
const observationTime = 6_500;

/**
 * Checks as far as possible that no Sheaf uses external stores: running projections write a heartbeat every 2 s. The final comparison of both sides
 * catches other writers.
 * @throws {CannotMove} Sheaf is running
 */
export const assertStopped = async (
  { name, readStore }: Pick<Side, "name" | "readStore">,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> => {
  if (!readStore) return;
  const readVersion = async () => (await readStore.readRegister(membersRegister))?.version;
  const before = await readVersion();
  // No projection has ever run there.
  if (before === undefined) return;
  await wait(observationTime);
  if ((await readVersion()) !== before)
    throw new CannotMove(
      `Sheaf is running on ${name}. Stop every process of it first, then run '${operatorCommand("move")}' again.`,
    );
};
