/** A projection's parked documents. Each version has its own collection. */
export const defineAdministration = (projection: string) =>
  ({ name: `projection-${projection}`, indexes: ["kind"] }) as const;

/**
 * Id: `{collection}/{documentId}`. Frozen after a failed event, until a new version of the projection rebuilds it.
 * Support sees it.
 */
export type ParkedDocument = {
  kind: "parked";
  projection: string;
  collection: string;
  documentId: string;
  /** The event that failed to project. */
  eventId: string;
  eventType: string;
  stream: string;
  version: number;
  instant: string | null;
  reason: string;
};
