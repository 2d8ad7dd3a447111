import type { Config } from "#infra/config/config.ts";
import type { Log } from "#infra/ports/log.ts";
import { onTick } from "#infra/ports/tick.ts";
import { createSleepMeter, createSystemClock } from "#infra/system/clock.ts";
import { createTrustedClock, type TrustedClock } from "#infra/system/trusted-clock.ts";

const formatDuration = (ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
};

/** Explains a distrusted clock to the operator. `ahead`: ms. */
export const describeClockDoubt = (ahead: number): string =>
  `The machine's clock was set ahead by ${formatDuration(ahead)}. Automated reports go by the time that has passed since then, until the clock is set back, or for 6 hours. Check the clock. If it is right, restart Sheaf.`;

/** Creates the clock of a process that claims work or dates output. `onMended`: the system clock is right again. */
export const createProcessClock = (
  { CLOCK_NOW }: Pick<Config, "CLOCK_NOW">,
  log: Pick<Log, "warn">,
  onMended: () => void = () => undefined,
): TrustedClock => {
  const clock = createTrustedClock({
    clock: createSystemClock({ fixedNow: CLOCK_NOW }),
    sleptMs: createSleepMeter(),
    isFixed: CLOCK_NOW !== undefined,
    onDoubt: ({ ahead }) => log.warn({ ahead }, describeClockDoubt(ahead)),
    onTrust: (how) => {
      log.warn(
        { how },
        how === "mended"
          ? "The machine's clock is right again."
          : "The machine's clock has stayed ahead for 6 hours and is believed.",
      );
      if (how === "mended") onMended();
    },
  });
  onTick(clock.doubt);
  return clock;
};
