/** Instants (ms) at which something is due. Each is reported once, in order. */
export const createWakes = () => {
  const heap: number[] = [];
  const swap = (one: number, other: number): void => {
    [heap[one], heap[other]] = [heap[other] ?? 0, heap[one] ?? 0];
  };
  const at = (place: number): number => heap[place] ?? Number.POSITIVE_INFINITY;
  const takeFirst = (): void => {
    swap(0, heap.length - 1);
    heap.pop();
    for (let place = 0; ; ) {
      const child = at(2 * place + 1) <= at(2 * place + 2) ? 2 * place + 1 : 2 * place + 2;
      if (at(child) >= at(place)) return;
      swap(place, child);
      place = child;
    }
  };
  return {
    add(instant: number): void {
      heap.push(instant);
      for (let place = heap.length - 1; place > 0; ) {
        const parent = (place - 1) >> 1;
        if (at(parent) <= at(place)) return;
        swap(parent, place);
        place = parent;
      }
    },
    /** The first one after an instant; those up to it are forgotten. */
    after(instant: number): number | undefined {
      while (heap.length > 0 && at(0) <= instant) takeFirst();
      return heap[0];
    },
  };
};
