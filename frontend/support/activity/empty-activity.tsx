import { EmptyList } from "../lists/empty-list.tsx";

/** Distinguishes an empty history from a too narrow filter. */
export const EmptyActivity = () => (
  <EmptyList
    text="Nothing has happened in this shop yet."
    narrowed="Nothing that happened in this shop matches these filters. Remove one, or clear them all."
  />
);
