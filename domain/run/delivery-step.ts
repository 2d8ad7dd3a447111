/** Steps of a delivery or test. Events of earlier versions may name others. */
export type DeliveryStep =
  | "resolved"
  | "connected"
  | "secured"
  | "logged in"
  | "made directory"
  | "wrote"
  | "checked size"
  | "renamed"
  | "removed"
  | "called"
  | "handed over"
  | "answered";
