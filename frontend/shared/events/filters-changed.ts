import { OrderFilterView } from "#domain/enumerations.ts";

/**
 * A page's own filter was saved (S-1.4). Common filters don't emit this within the page. Other tabs hear of all filters
 * through filter-tabs.ts.
 */
export type FiltersChanged = { filterId: string; view: OrderFilterView };

type Listener = (change: FiltersChanged) => void;

/** Carries the event within one page of the browser. */
export const createFiltersChanged = () => {
  const listeners = new Set<Listener>();
  return {
    emit: (change: FiltersChanged): void => {
      if (change.view === OrderFilterView.All) return;
      for (const listener of [...listeners]) listener(change);
    },
    listen: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

export const filtersChanged = createFiltersChanged();
