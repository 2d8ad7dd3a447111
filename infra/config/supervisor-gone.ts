/** Exits at once by default: nothing needs a clean end yet. */
let whenGone = (): void => process.exit(0);

/** False also without a supervisor. */
const isGone = (): boolean => process.connected === false;

/**
 * Exits when the supervisor is gone. Call it at the very start: a process orphaned while starting would never end, and
 * its lock would block the data folder.
 */
export const exitWithSupervisor = (): void => {
  process.once("disconnect", () => whenGone());
  if (isGone()) whenGone();
};

/** Replaces the immediate exit once there is work to end cleanly. Calls `end` at once if the supervisor is gone. */
export const onSupervisorGone = (end: () => void): void => {
  whenGone = end;
  if (isGone()) end();
};
