import { BadConfiguration } from "#infra/config/config.ts";
import { startProcessOrExit } from "#infra/config/start-process.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { explainError } from "../explain-error.ts";
import { readArguments } from "./arguments.ts";
import { assertStopped } from "./assert-stopped.ts";
import { move } from "./move.ts";
import { openSides } from "./sides.ts";

/** `npm run move -- --from … --to …`: see docs/operations.md. Exits with 0 if both sides are equal. */

const config = startProcessOrExit();

/** End offsets, fetched only if the source has read events from Kafka. */
const ends = ({ KAFKA_BROKERS: brokers }: typeof config) =>
  brokers === undefined
    ? {}
    : { ends: async () => (await import("#infra/kafka/end-offsets.ts")).fetchEndOffsets(brokers) };

/** An error without a sentence is a bug of ours; its stack helps. */
const giveUp = (problem: unknown): void => {
  console.error(problem);
  process.exitCode = 1;
};

try {
  const asked = readArguments(process.argv.slice(2));
  const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
  const sides = await openSides({ config, clock, ...asked });
  try {
    for (const side of [sides.from, sides.to]) await assertStopped(side);
    await move({ ...sides, ...ends(config), clock, say: (line) => console.log(line) });
    console.log(sides.next);
  } finally {
    await sides.close();
  }
} catch (error) {
  giveUp(
    error instanceof BadConfiguration
      ? error.message
      : (explainError(error, config.DATA_DIR, `run '${operatorCommand("move")}' again`) ?? error),
  );
}
