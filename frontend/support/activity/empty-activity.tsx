import { EmptyList } from "../lists/empty-list.tsx";

/** Distinguishes an empty history from a too narrow filter. */
export const EmptyActivity = () => (
  <EmptyList
    text="Nothing has happened in this shop yet."
    narrowed="Nothing that happened in this shop matches these filters. Take one away, or clear all of them."
  />
);
