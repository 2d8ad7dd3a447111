/**
 * Handles what comes for one key one batch after another, at most `most` at once, and different keys side by side: what comes while a batch
 * of its key is at work waits for the next one. `handle` never throws.
 */
export const createStreamBatches = <Item>(handle: (items: readonly Item[]) => Promise<void>, most: number) => {
  const waiting = new Map<string, Item[]>();
  const work = async (key: string, items: Item[]): Promise<void> => {
    while (items.length > 0) await handle(items.splice(0, most));
    waiting.delete(key);
  };
  return (key: string, item: Item): void => {
    const items = waiting.get(key);
    if (items) {
      items.push(item);
      return;
    }
    const first = [item];
    waiting.set(key, first);
    void work(key, first);
  };
};
