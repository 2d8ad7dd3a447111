/** Default: nothing has begun yet that would need a clean end. */
let whenGone = (): void => process.exit(0);

/** False too for a process without a supervisor. */
const isGone = (): boolean => process.connected === false;

/**
 * Call at the very start. A process orphaned while starting would never end, and its lock would block the data folder.
 */
export const exitWithSupervisor = (): void => {
  process.once("disconnect", () => whenGone());
  if (isGone()) whenGone();
};

/**
 * Replaces the immediate exit once there is work to end cleanly; runs `end` at once if the supervisor is gone already.
 */
export const onSupervisorGone = (end: () => void): void => {
  whenGone = end;
  if (isGone()) end();
};
