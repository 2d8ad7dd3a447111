import { OrderFilterView } from "#domain/enumerations.ts";

/** The filter of a page was changed and saved (S-1.4). Common filters tell nobody on this page of the browser; other tabs hear of all, by filter-tabs.ts. */
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
