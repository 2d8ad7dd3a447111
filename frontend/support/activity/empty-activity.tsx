import { EmptyList } from "../lists/empty-list.tsx";

/** An empty history: says what it would show, or which filter is too narrow. */
export const EmptyActivity = () => (
  <EmptyList
    text="Nothing has happened in this shop yet."
    narrowed="Nothing that happened in this shop matches these filters. Take one away, or clear all of them."
  />
);
