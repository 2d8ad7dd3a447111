let armed: ReadonlySet<string> = new Set();

/** Arms the named failpoints of this process; called once at start with the FAILPOINTS setting. */
export const armFailpoints = (names: string): void => {
  armed = new Set(names.split(",").filter((name) => name !== ""));
};

/**
 * A named moment at which a test kills the process: SIGKILL, nothing is cleaned up. Does nothing unless armed.
 * `name@n` in FAILPOINTS means the n-th passing in this process.
 */
export const failpoint = (name: string): void => {
  if (armed.size === 0) return;
  const passed = (passes.get(name) ?? 0) + 1;
  passes.set(name, passed);
  if (armed.has(name) || armed.has(`${name}@${passed}`)) process.kill(process.pid, "SIGKILL");
};

const passes = new Map<string, number>();
