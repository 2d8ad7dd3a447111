/** Nothing was begun yet that would have to be ended first. */
let whenGone = (): void => process.exit(0);

/** Undefined of a process that has none. */
const isGone = (): boolean => process.connected === false;

/**
 * From the first moment on: who is orphaned while it starts would never end, since nobody would start or stop it again, and its lock would
 * keep everybody else from the data folder.
 */
export const endWithSupervisor = (): void => {
  process.once("disconnect", () => whenGone());
  if (isGone()) whenGone();
};

/** What to do instead when the supervisor is gone, now that there is something to end; done at once when it is gone already. */
export const onSupervisorGone = (end: () => void): void => {
  whenGone = end;
  if (isGone()) end();
};
