import { setTimeout as sleep } from "node:timers/promises";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { membersRegister } from "../../projections/members.ts";
import { CannotMove } from "./cannot-move.ts";
import type { Side } from "./side.ts";

/** Time to watch, ms; longer than the longest pause between heartbeats of running projections. */
const observationTime = 6_500;

/**
 * Running projections write a heartbeat every 2 s. Other users of external stores show in the final comparison.
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
