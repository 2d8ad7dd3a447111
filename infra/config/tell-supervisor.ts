/** Tells the supervisor something, where there is one. One that has just died cannot be told; 'disconnect' follows. */
export const tellSupervisor = (message: Readonly<Record<string, unknown>> & { kind: string }): void => {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
};
