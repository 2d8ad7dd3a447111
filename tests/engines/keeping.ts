/** Closes everything that a test started after it, in reverse order. */
export const createKeeping = () => {
  const open: (() => Promise<unknown>)[] = [];
  return {
    keep<Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing {
      open.unshift(() => thing.close());
      return thing;
    },
    async closeAll() {
      for (const close of open.splice(0)) await close();
    },
  };
};
