import { OrderFilterView } from "#domain/enumerations.ts";

/** A filter of one page was changed and saved (S-1.4); common filters tell nobody. */
export type FiltersChanged = { filterId: string; view: OrderFilterView };

type Listener = (change: FiltersChanged) => void;

/** A place to tell of changed filters and to hear of them, within one page of the browser. */
export const createFiltersChanged = () => {
  const listeners = new Set<Listener>();
  return {
    emit: (change: FiltersChanged): void => {
      if (change.view === OrderFilterView.All) return;
      for (const listener of [...listeners]) listener(change);
    },
    /** Answers how to stop listening. */
    listen: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

/** The one of the app. */
export const filtersChanged = createFiltersChanged();
