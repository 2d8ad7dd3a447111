/**
 * Handles items in batches of at most `maxBatch`: sequentially per key, in parallel across keys. Items that arrive
 * during a batch go into the next one. `handle` must not throw.
 */
export const createStreamBatches = <Item>(handle: (items: readonly Item[]) => Promise<void>, maxBatch: number) => {
  const pendingByKey = new Map<string, Item[]>();
  const work = async (key: string, items: Item[]): Promise<void> => {
    while (items.length > 0) await handle(items.splice(0, maxBatch));
    pendingByKey.delete(key);
  };
  return (key: string, item: Item): void => {
    const items = pendingByKey.get(key);
    if (items) {
      items.push(item);
      return;
    }
    const first = [item];
    pendingByKey.set(key, first);
    void work(key, first);
  };
};
