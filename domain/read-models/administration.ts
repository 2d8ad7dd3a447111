/**
 * What a projection keeps about itself, a collection each: the version its documents were built with (id `version`), and the
 * documents that are parked. It is cleared with the documents when they are rebuilt.
 */
export const administrationOf = (projection: string) =>
  ({ name: `projection-${projection}`, indexes: ["kind"] }) as const;

export type BuiltWith = { kind: "version"; version: number };

/** Id: `{collection}/{documentId}`. Support sees it; a new version of the projection rebuilds the document. */
export type ParkedDocument = {
  kind: "parked";
  projection: string;
  collection: string;
  documentId: string;
  /** The event that could not be projected. */
  eventId: string;
  eventType: string;
  stream: string;
  version: number;
  instant: string | null;
  reason: string;
};
