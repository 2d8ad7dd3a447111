import { type Clock, createJumpMeter } from "#infra/ports/clock.ts";
import { onTick } from "#infra/ports/tick.ts";

export type ClockJump = { direction: "forward" | "back"; ms: number };

type Log = { warn(fields: object, message: string): void };

const every = 1_000;

/** Checks each second if the machine's clock jumped by over 2 s. Logs that, to explain odd times. */
export const watchClock = (options: {
  clock: Pick<Clock, "wall" | "steady">;
  log: Log;
  onJump?: (jump: ClockJump) => void;
  every?: number;
}): { stop(): void } => {
  const jumpSinceLook = createJumpMeter(options.clock);
  const stop = onTick(() => {
    const ms = Math.round(jumpSinceLook());
    if (ms === 0) return;
    const jump: ClockJump = { direction: ms > 0 ? "forward" : "back", ms: Math.abs(ms) };
    options.log.warn(jump, `The machine's clock was set ${jump.direction} by ${Math.round(jump.ms / 1_000)} s.`);
    options.onJump?.(jump);
  }, options.every ?? every);
  return { stop };
};
