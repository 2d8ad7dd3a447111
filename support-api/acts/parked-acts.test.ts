import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";

let support: ConsoleForTests;
let agent: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleForTests();
  agent = await support.signIn("agent");
  support.parked.push({
    readModel: "exports",
    version: 2,
    shown: true,
    document: {
      kind: "parked",
      projection: "exports-1of4",
      collection: "exports-1of4",
      documentId: "x1",
      eventId: "e1",
      eventType: "ExportFinished",
      stream: "export-x1",
      version: 3,
      instant: "2026-11-17T10:00:00.000Z",
      reason: "Cannot read this.",
    },
  });
});
afterEach(() => support.close());

const id = "exports-1of4@2/exports-1of4/x1";
const path = `/support/api/parked/${encodeURIComponent(id)}`;
const noted = async () => (await support.acts()).filter(({ type }) => type === "ParkedTriedAgain");

describe("a parked document", () => {
  it("is shown with the event that could not be projected", async () => {
    const { text } = await support.ask(path, { cookie: agent.cookie });
    expect(JSON.parse(text)).toMatchObject({ id, readModel: "exports", reason: "Cannot read this.", eventId: "e1" });
  });

  it("is tried again by an act with a reason, which its projection hears", async () => {
    expect((await support.change(agent, `${path}/try-again`, { reason: "It was mended." })).status).toBe(200);
    const [one] = await noted();
    expect(one).toMatchObject({
      tenant: "support",
      data: { projection: "exports-1of4", collection: "exports-1of4", documentId: "x1" },
    });
    expect(await support.vault.read(String(one?.data.reasonRef))).toBe("It was mended.");
  });

  it.each([{}, { reason: "no" }, { reason: "A reason", more: 1 }])(
    "stays as it is without a reason: %j",
    async (body) => {
      expect((await support.change(agent, `${path}/try-again`, body)).status).toBe(400);
      expect(await noted()).toEqual([]);
    },
  );

  it("is refused when it doesn't exist, and viewers may only look", async () => {
    const none = "/support/api/parked/unknown/try-again";
    expect((await support.change(agent, none, { reason: "It was mended." })).status).toBe(404);
    const viewer = await support.signIn("viewer");
    expect((await support.change(viewer, `${path}/try-again`, { reason: "It was mended." })).status).toBe(403);
    expect(await noted()).toEqual([]);
  });
});
