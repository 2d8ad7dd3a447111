import { expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import { activitySortKey, sortKeyAfter } from "#domain/read-models/documents.ts";
import type { Projected, Projection } from "../projection.ts";
import { activity } from "./activity.ts";

const { project, toDocumentKey } = activity as unknown as Projection;
const at = "2026-11-20T10:00:00.000Z";
const given = (event: SheafEvent, stream: string, version: number, actor = metadataAt(at).actor): Projected =>
  ({
    ...event,
    id: "e",
    metadata: metadataAt(at, { tenant: "t", actor, correlation: "request-9" }),
    stream,
    version,
    position: "1",
  }) as Projected;

it("an activity document has its event's position, author and subject, and no content", () => {
  const renamed = given(
    { type: "FilterRenamed", data: { filterId: "f", from: "Anna Smith", to: "Bob Jones" } },
    "workspace-t",
    12,
    { kind: "support", agent: "a", impersonation: "i" },
  );
  const [change] = project(renamed);
  expect(change).toEqual({
    collection: "happenings",
    kind: "put",
    id: "workspace-t:12",
    document: {
      tenant: "t",
      when: `${at} 000000012`,
      thing: "filter",
      about: "f",
      by: "support",
      agent: "a",
      correlation: "request-9",
      stream: "workspace-t",
      version: 12,
    },
  });
  expect(toDocumentKey(renamed)).toEqual({ collection: "happenings", id: "workspace-t:12" });
});

it("activity documents of the same time are in stream order, before all later ones", () => {
  const order = [at, activitySortKey(at, 9), activitySortKey(at, 10), sortKeyAfter(at), "2026-11-20T10:00:00.001Z"];
  expect([...order].sort()).toEqual(order);
});
